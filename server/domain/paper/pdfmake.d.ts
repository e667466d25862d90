/** Types of the used part of pdfmake, which ships none. */
declare module 'pdfmake' {
  interface Printed {
    getBuffer(): Promise<Buffer>
  }
  interface Pdfmake {
    setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    setTableLayouts(layouts: object): void
    createPdf(definition: object): Printed
  }
  const pdfmake: Pdfmake
  export default pdfmake
}
