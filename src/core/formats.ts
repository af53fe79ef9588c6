/** How a kind of file is recognised and what it is called. Bytes stand as characters of Latin-1. */
export interface FileKind {
  /** As people call it. */
  name: string;
  extension: string;
  mediaType: string;
  /** First bytes of every file of this kind. */
  magic: string;
  /** Stands among the last bytes of every whole file of this kind. */
  end: string;
}

interface Format extends FileKind {
  /** What the service calls it, unless the profile says otherwise. */
  wire: string;
  /** Other spellings that people use. */
  aliases: readonly string[];
  /** One file a page, which may be packed together. */
  picture: boolean;
}

/** Several pictures in one file. */
export const archive: FileKind = {
  name: 'ZIP',
  extension: 'zip',
  mediaType: 'application/zip',
  magic: 'PK\x03\x04',
  end: 'PK\x05\x06',
};

/** The formats that a deck can be delivered in. Every list of formats comes from here; src/render/exports.ts draws them. */
export const formats = {
  ppt: {
    ...archive,
    name: 'PowerPoint',
    wire: 'ppt',
    aliases: ['pptx'],
    extension: 'pptx',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    picture: false,
  },
  pdf: {
    name: 'PDF',
    wire: 'pdf',
    aliases: [],
    extension: 'pdf',
    mediaType: 'application/pdf',
    magic: '%PDF-',
    end: '%%EOF',
    picture: false,
  },
  png: {
    name: 'PNG',
    wire: 'png',
    aliases: [],
    extension: 'png',
    mediaType: 'image/png',
    magic: '\x89PNG',
    end: 'IEND',
    picture: true,
  },
  jpeg: {
    name: 'JPEG',
    wire: 'jpeg',
    aliases: ['jpg'],
    extension: 'jpg',
    mediaType: 'image/jpeg',
    magic: '\xff\xd8\xff',
    end: '\xff\xd9',
    picture: true,
  },
} as const satisfies Record<string, Format>;

export type DeliveryFormat = keyof typeof formats;
export const deliveryFormats = Object.keys(formats) as [DeliveryFormat, ...DeliveryFormat[]];

/** What the service calls each format; `named` are those that a profile calls otherwise. */
export function wireFormats(named: { [F in DeliveryFormat]?: string | undefined }): Record<DeliveryFormat, string> {
  const entries = deliveryFormats.map((format) => [format, named[format] ?? formats[format].wire]);
  return Object.fromEntries(entries) as Record<DeliveryFormat, string>;
}

/** The format that is called so, or by another spelling of it. */
export function formatNamed(text: string): DeliveryFormat | undefined {
  const aliases = (format: DeliveryFormat): readonly string[] => formats[format].aliases;
  return deliveryFormats.find((format) => format === text || aliases(format).includes(text));
}

/** What a delivered file is: its format, unless its pages were packed together. */
export function fileKindOf(format: DeliveryFormat, packed: boolean): FileKind {
  return packed && formats[format].picture ? archive : formats[format];
}

/** What a delivered file is sent as. */
export function mediaTypeOf({ format, path }: { format: DeliveryFormat; path: string }): string {
  return fileKindOf(format, path.toLowerCase().endsWith(`.${archive.extension}`)).mediaType;
}
