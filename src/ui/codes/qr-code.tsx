import { encodeQR } from 'qr'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/**
 * Draws a QR code from its text, without a download. It is always dark on white, even in dark mode, with the quiet zone
 * that readers need.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawn(text: string): { path: string; size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { path, size: modules.length }
}
