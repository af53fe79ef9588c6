/** How to recognize and name a kind of file. Bytes are written as Latin-1 characters. */
export interface FileKind {
  /** Display name. */
  name: string;
  extension: string;
  mediaType: string;
  /** First bytes of every file of this kind. */
  magic: string;
  /** Among the last bytes of every complete file of this kind. */
  end: string;
}

interface Format extends FileKind {
  /** Wire value, unless the service profile sets another one. */
  wire: string;
  /** The name that users know, where it differs from the stored one. */
  spelling?: string;
  /** Alternative spellings in input. */
  aliases: readonly string[];
  /** Exported as one image file per slide, which can be packed into a zip file. */
  picture: boolean;
}

/** Several image files in one. */
export const archive: FileKind = {
  name: 'ZIP',
  extension: 'zip',
  mediaType: 'application/zip',
  magic: 'PK\x03\x04',
  end: 'PK\x05\x06',
};

/**
 * The formats of a delivered deck. Every list of formats is derived from this one; src/slides/render/exports.ts renders them.
 */
export const formats = {
  ppt: {
    ...archive,
    name: 'PowerPoint',
    wire: 'ppt',
    spelling: 'pptx',
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

/** Every name of a format that people may write. */
export const formatNames = deliveryFormats.flatMap((format) => [format, ...formats[format].aliases]) as [
  FormatName,
  ...FormatName[],
];
export type FormatName = DeliveryFormat | (typeof formats)[DeliveryFormat]['aliases'][number];

/** The wire value of each format; `named` are those that a service profile sets. */
export function wireFormats(named: { [F in DeliveryFormat]?: string | undefined }): Record<DeliveryFormat, string> {
  const entries = deliveryFormats.map((format) => [format, named[format] ?? formats[format].wire]);
  return Object.fromEntries(entries) as Record<DeliveryFormat, string>;
}

/** The format of a name or alias. */
export function formatNamed(text: string): DeliveryFormat | undefined {
  const aliases = (format: DeliveryFormat): readonly string[] => formats[format].aliases;
  return deliveryFormats.find((format) => format === text || aliases(format).includes(text));
}

/** The name of a format as users know it. */
export function spellingOf(format: DeliveryFormat): string {
  const { spelling = format }: Format = formats[format];
  return spelling;
}

/** The kind of a delivered file: its format, or a zip file of images. */
export function fileKindOf(format: DeliveryFormat, packed: boolean): FileKind {
  return packed && formats[format].picture ? archive : formats[format];
}

/** The media type of a delivered file. */
export function mediaTypeOf({ format, path }: { format: DeliveryFormat; path: string }): string {
  return fileKindOf(format, path.toLowerCase().endsWith(`.${archive.extension}`)).mediaType;
}
