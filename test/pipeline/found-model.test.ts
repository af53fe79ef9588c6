import { ModelServer } from '../writer/openai/model-server';
import { startPipeline } from './pipeline';

it('a found model that fails leaves a frame, and the deck says which model and why', async () => {
  const model = new ModelServer();
  await model.start();
  model.willAnswer({ text: `# Lanterns\n${'\n## Light\n\n### Paper\n\n#### Frames\n'.repeat(6)}` });
  process.env.DECK_LOCAL_MODELS = model.baseUrl;
  const pipeline = await startPipeline({ settings: { server: { generation: { default: 'auto' } } } });
  try {
    const { outcome, problems } = await (
      await pipeline.start({ title: 'Lanterns', settings: { review: { mode: 'off' } } })
    ).result();
    expect(outcome).toBe('delivered');
    expect(problems.find(({ type }) => type === 'Frame')!.message).toMatch(
      /^The deck is a frame: 14 prompts in brackets .+ The language model \S+, found at http:\S+, gave no usable outline \(it has only 5 slides\), so this deck is a frame\. Fill in the prompts/,
    );
  } finally {
    delete process.env.DECK_LOCAL_MODELS;
    await pipeline.close();
    await model.close();
  }
});
