/** mammoth's XML reader, which has no types. It supports only XML's five built-in entities and opens no files. */
declare module 'mammoth/lib/docx/office-xml-reader' {
  export interface XmlElement {
    readonly attributes: Readonly<Record<string, string | undefined>>;
    first(name: string): XmlElement | undefined;
    firstOrEmpty(name: string): XmlElement;
    getElementsByTagName(name: string): XmlElement[];
  }
  export function read(xml: string): Promise<XmlElement>;
}
