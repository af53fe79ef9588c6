import { scriptsSentence, unsupportedScripts } from '../../src/outline/scripts';
import { face } from '../../src/slides/render/deck/fonts';

describe('scripts that cannot be drawn', () => {
  it.each([
    ['Plan für Köln, Ελλάδα, Москва, Việt Nam', []],
    ['量子计算入门 カタカナ ひらがな ㄅㄆ', []],
    ['100 % ✓ → ∑ ☺ ★ ™ ©', []],
    ['مرحبا שלום', ['Arabic']],
    ['1️⃣ ٣ ؟', ['Arabic', 'emoji']],
    ['सूर्य and 한국 and ไทย', ['Korean', 'Devanagari', 'Thai']],
    ['Launch 🚀 party', ['emoji']],
    ['I ❤️ tea', ['emoji']],
  ])('in “%s”: %j', (text, names) => {
    expect(unsupportedScripts(text)).toEqual(names);
  });

  it('are those that no face of the renderer has', () => {
    const faces = (['arimo-regular', 'gelasio-regular', 'carlito-regular', 'noto-sans-sc-regular'] as const).map(face);
    const letters = 'اहกকતਅಅഅඅதతລកကཀᠠაաሀ한🚀';
    for (const letter of letters) {
      expect({ letter, drawn: faces.some((one) => one.has(letter.codePointAt(0)!)) }).toEqual({ letter, drawn: false });
      expect(unsupportedScripts(letter)).toHaveLength(1);
    }
    for (const letter of 'aéßΩЖשַ中あアㄅ') {
      expect({ letter, drawn: faces.some((one) => one.has(letter.codePointAt(0)!)) }).toEqual({ letter, drawn: true });
      expect(unsupportedScripts(letter)).toEqual([]);
    }
  });

  it('are named in a sentence, with the command that installs their fonts', () => {
    const sentence = scriptsSentence(['Arabic', 'Thai', 'emoji']);
    expect(sentence).toMatch(/^Text in Arabic, Thai and emoji cannot be drawn: /);
    expect(sentence).toContain(
      '"npm install @expo-google-fonts/vazirmatn @expo-google-fonts/noto-sans-thai @expo-google-fonts/noto-emoji"',
    );
    expect(scriptsSentence(['Bengali'])).not.toContain('npm install');
    expect(scriptsSentence(['Telugu', 'Thai'])).toMatch(/For Telugu, no font helps\.$/);
  });

  it('are fewer with their fonts installed', () => {
    expect(unsupportedScripts('مرحبا ไทย বাংলা', (family) => family === 'vazirmatn')).toEqual(['Bengali', 'Thai']);
  });
});
