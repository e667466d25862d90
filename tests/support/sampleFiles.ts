/** Files as people have them: pictures, a paper, a table. */
import sharp from 'sharp'

export interface SampleFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A picture of one colour. */
export async function picture(name: string, colour: string): Promise<SampleFile> {
  const [width, height] = [640, 400]
  const buffer = await sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** A paper of one page with a line of text. */
export function paper(name: string, line: string): SampleFile {
  const drawn = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let written = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = written.length
    written += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = written.length
  written += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  written += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(written, 'latin1') }
}

/** A table as text. */
export function table(name: string): SampleFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from('项目,结果\n水分,合格\n') }
}

/** Head of a video, enough to be recognised. */
export function film(name: string): SampleFile {
  const head = ['\0\0\0\x18', 'ftyp', 'mp42', '\0\0\0\0', 'mp42', 'isom'].join('')
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(head, 'latin1') }
}
