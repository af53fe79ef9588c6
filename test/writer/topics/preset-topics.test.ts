import { detectLanguage, parseOutline, writeOutline } from '../../../src/outline/outline-markdown';
import { isFrame } from '../../../src/outline/prompts';
import { listTopics, topicById } from '../../../src/service/writer/topics/preset-topics';
import { scenes } from '../../../src/slides/render/templates/filters';
import { pagesOf, pointsOf, slides } from '../decks';

const { total, list } = listTopics(1, 1000);
const topics = list.map(({ id }) => topicById(id)!);

describe('the list of preset topics', () => {
  it('has at least 24 topics, three or more for every scene, in both languages', () => {
    expect(total).toBe(list.length);
    expect(total).toBeGreaterThanOrEqual(24);
    for (const { id } of scenes) {
      const ofScene = topics.filter((topic) => topic.scene === id);
      expect(ofScene.length).toBeGreaterThanOrEqual(3);
      expect(new Set(ofScene.map(({ title }) => detectLanguage(title))).size).toBe(2);
    }
    expect(new Set(list.map(({ id }) => id)).size).toBe(total);
    expect(new Set(list.map(({ title }) => title)).size).toBe(total);
  });

  it('comes in pages', () => {
    const pages = [1, 2, 3, 4].flatMap((page) => listTopics(page, 7).list);
    expect(pages).toEqual(list.slice(0, 28));
    expect(listTopics(99, 7)).toEqual({ total, list: [] });
    expect(Object.keys(list[0]!)).toEqual(['id', 'title']);
  });

  it('knows no topic of another id', () => {
    for (const id of [0, -1, 1.5, 99_999]) expect(topicById(id)).toBeUndefined();
  });
});

describe.each(topics.map((topic) => [topic.title, topic] as const))('%s', (title, topic) => {
  const deck = parseOutline(topic.content);

  it('is a frame in the language of its title', () => {
    expect(deck).toMatchObject({ title, language: detectLanguage(title) });
    expect(isFrame(deck)).toBe(true);
    expect(slides(deck)).toBeGreaterThanOrEqual(8);
    expect(slides(deck)).toBeLessThanOrEqual(10);
    expect(writeOutline(deck)).toBe(topic.content);
    if (deck.language === 'en') expect(topic.content).not.toMatch(/\p{Script=Han}/u);
  });

  it('names no heading twice and leaves no slot open', () => {
    const headings = [...pagesOf(deck), ...pointsOf(deck)].map((part) => part.title);
    expect(new Set(headings).size).toBe(headings.length);
    expect(topic.content).not.toMatch(/\{\w+\}/);
  });

  it('is the same each time', () => {
    expect(topicById(topic.id)).toEqual(topic);
  });
});
