import { Material } from '../../../src/service/writer/openai/material';

describe('numbers and quotations that the user did not give', () => {
  const material = new Material('Revenue 2024: 1,200 units, 12.5 % and “quality is never an accident of fate”', 'en');

  it.each([
    'In 2024 we sold 1200 units.',
    'That is 12.5% more.',
    'There are 3 steps and 10 tools.',
    'CO2, COVID-19 and v2.15 are names.',
    'They say “Quality is never an accident of fate”.',
    'The so-called “soft costs” count.',
  ])('passes %j', (text) => {
    expect(material.invented(text)).toEqual([]);
    expect(material.withPrompts(text)).toBe(text);
  });

  it.each([
    ['Sales rose by 42 % in 2023.', ['42 %', '2023'], 'Sales rose by [figure] in [figure].'],
    ['It cost $3 million.', ['$3 million'], 'It cost [figure].'],
    ['We saved 1.2 hours.', ['1.2'], 'We saved [figure] hours.'],
    ['It is 3% of all.', ['3%'], 'It is [figure] of all.'],
    [
      'She said “this will change every single thing”.',
      ['“this will change every single thing”'],
      'She said [quotation].',
    ],
  ])('finds those in %j', (text, invented, prompts) => {
    expect(material.invented(text)).toEqual(invented);
    expect(material.withPrompts(text)).toBe(prompts);
  });

  it('finds them next to Chinese characters and in full width', () => {
    const chinese = new Material('2024年总结', 'zh');
    expect(chinese.withPrompts('2024年增长40%，用户达３万。')).toBe('2024年增长[数字]，用户达[数字]。');
    expect(chinese.withPrompts('他说：“质量从来都不是偶然发生的”。')).toBe('他说：[引文]。');
  });
});
