import { colours, scenes, styles, systemSuits } from '../../src/render/suits';
import { findSuits, type SuitWishes } from '../../src/render/suits/search';

const range = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const met = (wishes: SuitWishes) => (id: number) => {
  const suit = systemSuits.find((one) => one.id === id)!;
  return [suit.colour === wishes.colour, suit.style === wishes.style, suit.scenes.includes(wishes.scene ?? 0)].filter(
    Boolean,
  ).length;
};
const ids = (wishes: SuitWishes, among?: number[]) => findSuits(wishes, among).map(({ id }) => id);

describe('the search for suits', () => {
  test('without wishes finds all, in their order', () => {
    expect(findSuits({})).toEqual(systemSuits);
  });

  test('finds the suits that meet every wish and no others, as long as there are some', () => {
    let exact = 0;
    for (const colour of [undefined, ...colours.map(({ id }) => id)])
      for (const style of [undefined, ...styles.map(({ id }) => id)])
        for (const scene of [undefined, ...scenes.map(({ id }) => id)]) {
          const wishes = { colour, style, scene };
          const asked = [colour, style, scene].filter((wish) => wish !== undefined).length;
          const fitting = systemSuits.filter(({ id }) => met(wishes)(id) === asked).map(({ id }) => id);
          if (fitting.length > 0) {
            exact += 1;
            expect({ wishes, found: ids(wishes) }).toEqual({ wishes, found: fitting });
          } else {
            // None fits: every one that is shown meets as many wishes as any.
            const most = Math.max(...systemSuits.map(({ id }) => met(wishes)(id)));
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
    expect(ids({ colour: 999 })).toEqual(systemSuits.map(({ id }) => id));
    expect(ids({ colour: 999, style: 1 })).toEqual(ids({ style: 1 }));
  });

  test('of suits that meet as many wishes, the nearest colour comes first', () => {
    const found = (colour: string) =>
      findSuits({ colour: colours.find(({ en_name }) => en_name === colour)!.id, style: 3, scene: 4 }).map(
        (suit) => colours.find(({ id }) => id === suit.colour)!.en_name,
      );
    // Three suits have this style and this scene: orange, purple and red.
    expect(found('blue')).toEqual(['purple', 'red', 'orange']);
    expect(found('green')).toEqual(['purple', 'orange', 'red']);
    expect(found('orange')).toEqual(['orange']);
    expect(found('grey')).toHaveLength(3);
  });

  test('ids are a restriction, not a wish', () => {
    const [one, other] = systemSuits.map(({ id }) => id) as [number, number];
    expect(ids({}, [other, one, 999])).toEqual([one, other]);
    expect(ids({ colour: 8 }, [one])).toEqual([one]);
    expect(ids({ colour: 1 }, [999])).toEqual([]);
  });
});
