import { useMemo } from 'react'
import { encode } from 'uqr'

type Props = { readonly text: string; readonly label: string; readonly className: string | undefined }

/** QR code, dark on light in both themes, quiet zone included. */
export default function QrPicture({ text, label, className }: Props) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: 4 }), [text])
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark.join('')} fill="black" />
    </svg>
  )
}
