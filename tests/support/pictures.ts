/** Small real pictures. */
import sharp from 'sharp'

export const png = (width = 8, height = 8): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c00000' } })
    .png()
    .toBuffer()

/** A photograph that says where it was taken, and by which camera. */
export const photograph = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#00c000' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
    .toBuffer()
