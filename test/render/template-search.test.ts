import { colours, scenes, styles, systemTemplates } from '../../src/slides/render/templates';
import { findTemplates, type TemplateWishes } from '../../src/slides/render/templates/search';

const range = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const met = (wishes: TemplateWishes) => (id: number) => {
  const template = systemTemplates.find((one) => one.id === id)!;
  return [
    template.colour === wishes.colour,
    template.style === wishes.style,
    template.scenes.includes(wishes.scene ?? 0),
  ].filter(Boolean).length;
};
const ids = (wishes: TemplateWishes, among?: number[]) => findTemplates(wishes, among).map(({ id }) => id);

describe('the search for templates', () => {
  test('without wishes finds all, in their order', () => {
    expect(findTemplates({})).toEqual(systemTemplates);
  });

  test('finds the templates that meet every wish and no others, as long as there are some', () => {
    let exact = 0;
    for (const colour of [undefined, ...colours.map(({ id }) => id)])
      for (const style of [undefined, ...styles.map(({ id }) => id)])
        for (const scene of [undefined, ...scenes.map(({ id }) => id)]) {
          const wishes = { colour, style, scene };
          const asked = [colour, style, scene].filter((wish) => wish !== undefined).length;
          const fitting = systemTemplates.filter(({ id }) => met(wishes)(id) === asked).map(({ id }) => id);
          if (fitting.length > 0) {
            exact += 1;
            expect({ wishes, found: ids(wishes) }).toEqual({ wishes, found: fitting });
          } else {
            // None fits: every one that is shown meets as many wishes as any.
            const most = Math.max(...systemTemplates.map(({ id }) => met(wishes)(id)));
            const found = ids(wishes);
            expect(found.length).toBeGreaterThan(0);
            expect({ wishes, met: found.map(met(wishes)) }).toEqual({ wishes, met: found.map(() => most) });
          }
        }
    expect(exact).toBeGreaterThan(50);
  });

  test('finds some for all of the 1,320 combinations of a fixed form, ids that no filter has among them', () => {
    let combinations = 0;
    for (const scene of range(12))
      for (const colour of range(11))
        for (const style of range(10)) {
          combinations += 1;
          expect([scene, colour, style, ids({ scene, colour, style }).length > 0]).toEqual([
            scene,
            colour,
            style,
            true,
          ]);
        }
    expect(combinations).toBe(1320);
    expect(ids({ colour: 999 })).toEqual(systemTemplates.map(({ id }) => id));
    expect(ids({ colour: 999, style: 1 })).toEqual(ids({ style: 1 }));
  });

  test('of templates that meet as many wishes, the nearest color comes first', () => {
    const found = (colour: string) =>
      findTemplates({ colour: colours.find(({ en_name }) => en_name === colour)!.id, style: 3, scene: 4 }).map(
        (template) => colours.find(({ id }) => id === template.colour)!.en_name,
      );
    // Three templates have this style and this scene: orange, purple and red.
    expect(found('blue')).toEqual(['purple', 'red', 'orange']);
    expect(found('green')).toEqual(['purple', 'orange', 'red']);
    expect(found('orange')).toEqual(['orange']);
    expect(found('grey')).toHaveLength(3);
  });

  test('ids are a restriction, not a wish', () => {
    const [one, other] = systemTemplates.map(({ id }) => id) as [number, number];
    expect(ids({}, [other, one, 999])).toEqual([one, other]);
    expect(ids({ colour: 8 }, [one])).toEqual([one]);
    expect(ids({ colour: 1 }, [999])).toEqual([]);
  });
});
