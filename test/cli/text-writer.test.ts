import { textWriter } from '../../src/cli/checks/text-writer';
import { loadSettings } from '../../src/config';
import { ModelServer } from '../writer/openai/model-server';

describe('who writes decks from titles', () => {
  const model = new ModelServer();
  beforeAll(() => model.start());
  afterAll(() => model.close());

  const generation = (given: object) => {
    const settings = loadSettings({ env: {} });
    return { ...settings, server: { ...settings.server, generation: { ...settings.server.generation, ...given } } };
  };

  it('is a language model on this machine, and a request for its models is all that it gets', async () => {
    model.willAnswer({ text: '' });
    expect(await textWriter(generation({}), { DECK_LOCAL_MODELS: model.baseUrl })).toEqual({
      model: { baseUrl: model.baseUrl, model: ModelServer.listed },
      message: `${ModelServer.listed} at ${model.baseUrl}`,
      remedy: 'DECK_LOCAL_MODELS= turns it off',
    });
    expect(model.asked).toEqual([]);
  });

  it('is the one of the settings, without its key', async () => {
    const openai = { baseUrl: 'https://example.com/v1', model: 'm', apiKey: { env: 'MODEL_KEY' } };
    const writer = await textWriter(generation({ default: 'openai', openai }), { MODEL_KEY: 'a secret' });
    expect(writer.message).toBe('m at https://example.com/v1 (server.generation.openai)');
    expect(JSON.stringify(writer)).not.toContain('a secret');
  });

  it('is no one if none is found', async () => {
    expect(await textWriter(generation({}), { DECK_LOCAL_MODELS: '' })).toEqual({
      message: 'none: a deck from a title is a frame with prompts',
      remedy: expect.stringContaining('start Ollama'),
      advice: expect.stringMatching(
        /^ollama pull mistral \(4\.1 GB, Apache 2\.0, .* at least 7 minutes .*\) or ollama pull phi4 \(9\.1 GB, MIT, .* 15 /,
      ),
    });
  });

  it('is no one if it is turned off, also where a language model runs', async () => {
    expect(await textWriter(generation({ default: 'offline' }), { DECK_LOCAL_MODELS: model.baseUrl })).toEqual({
      message: expect.stringContaining('server.generation.default: offline'),
      remedy: 'set server.generation.default to auto',
    });
  });
});
