import { nextSteps, outcomeLine } from '../../src/cli/show/ending';
import { stageText } from '../../src/cli/show/progress-view';
import type { PresentationResult } from '../../src/core/progress';

const result = {
  title: 'Tea',
  files: [{ format: 'ppt', path: '/out/local/tea-r1/Green tea.pptx', bytes: 2048, sha256: '' }],
} as unknown as PresentationResult;
const frame: PresentationResult = { ...result, openPrompts: 15 };
const steps = (of: PresentationResult, options: Partial<Parameters<typeof nextSteps>[1]>) =>
  nextSteps(of, { showsDocument: true, links: false, ...options }).map((line) => line.trim());

test('a complete deck is delivered; one with open prompts is a frame', () => {
  expect(outcomeLine(result)).toBe('✔ “Tea” delivered: pptx 2 KB');
  expect(outcomeLine(frame)).toBe('! “Tea” is a frame with 15 open prompts: pptx 2 KB');
  expect(outcomeLine({ ...frame, openPrompts: 1 })).toContain('a frame with 1 open prompt:');
});

test('a frame is not delivered in the lines of its progress either', () => {
  const end = { stage: 'delivered', summary: 'frame with 15 open prompts' } as const;
  expect(stageText({ ...end, openPrompts: 15 })).toBe('frame with 15 open prompts');
  expect(stageText({ stage: 'delivered', summary: 'delivered' })).toBe('delivered: delivered');
});

test('the slides have a link that works without the stack', () => {
  expect(steps(result, {})[0]).toBe('Open the slides:     file:///out/local/tea-r1/Green%20tea.pptx');
  expect(steps(result, { links: true })[0]).not.toContain('file://');
});

test('a frame from a title is filled with facts, any other in its text', () => {
  expect(steps(frame, { title: "Tea 'n' cakes" })[1]).toBe(
    `Fill in the prompts: deck run 'Tea '\\''n'\\'' cakes' --facts facts.txt`,
  );
  expect(steps(frame, {})[1]).toContain('replace what is in brackets');
  expect(steps(result, { title: 'Tea' }).join()).not.toContain('--facts');
});

test('only people without a document of their own are shown how to use one', () => {
  const use = 'Use your document:   deck run --document report.docx';
  expect(steps(result, {})).toContain(use);
  expect(steps(result, { showsDocument: false })).not.toContain(use);
});

test('the page of the deck is named only while it can be opened', () => {
  expect(steps(result, { workflowId: 'presentation/local/r1' })).toContain('Open its page:       deck open local/r1');
  expect(steps(result, {}).join()).not.toContain('deck open');
});
