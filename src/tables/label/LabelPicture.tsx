import { useEffect, useState } from 'react'
import styles from './LabelPreview.module.css'

interface LabelPictureProps {
  svg: string
  width: number
  height: number
  name: string
}

/** Address of an SVG as a picture: scripts in it never run. */
export function usePictureAddress(svg: string): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [svg])
  return address
}

export function LabelPicture({ svg, width, height, name }: LabelPictureProps) {
  const address = usePictureAddress(svg)
  return (
    <img
      className={styles.picture}
      src={address || undefined}
      alt={name}
      style={{ aspectRatio: `${width} / ${height}` }}
      data-label-picture
    />
  )
}
