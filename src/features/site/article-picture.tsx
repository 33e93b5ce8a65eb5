import styles from './reading.module.css'

/** The drawing for an article, by its code, in a box of 96 × 58. */
const drawings: Record<string, string> = {
  'children-on-the-road':
    'M30 58V38a9 9 0 0 1 18 0v20M39 25a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM58 58V47a6 6 0 0 1 12 0v11M64 38a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM48 44l10 6',
  'going-to-nysc-camp': 'M12 58 46 20l34 38zM46 20V6l14 5-14 5M36 58l10-18 10 18',
  'how-refunds-work':
    'M20 22h54v32H20zM41 46V30l12 16V30M36 36h22M36 41h22M16 16c8-12 46-14 60-4M78 2v11H67',
  'keeping-your-money-at-the-park': 'M27 29h42v29H27zM36 29v-7a12 12 0 0 1 24 0v7M48 40v8',
  'luggage-on-the-bus': 'M20 24h56v34H20zM38 24v-9h20v9M32 24v34M64 24v34',
  'reading-a-seat-map':
    'M34 4h28q8 0 8 8v46H26V12q0-8 8-8zM33 16h8v9h-8zM55 16h8v9h-8zM33 31h8v9h-8zM55 31h8v9h-8zM33 46h8v9h-8zM55 46h8v9h-8z',
  'sending-a-parcel-by-bus': 'M22 26h52v32H22zM22 26l8-12h36l8 12M48 14v24',
  'travelling-at-night':
    'M14 50V32c0-3 1-4 4-4h50c6 0 12 8 12 15v7zM14 39h66M32 28v11M50 28v11M29 58a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM64 58a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM72 2a9 9 0 1 0 11 13A11 11 0 0 1 72 2z',
  'travelling-without-a-network':
    'M32 6h30v52H32zM39 14h16v16H39zM44 19h6v6h-6zM40 40h14M70 14c6 6 6 16 0 22M77 7c10 10 10 26 0 36M66 42 88 6',
  'why-fares-change': 'M16 58V8M16 58h66M24 48l16-13 12 8 24-26M65 17h11v11',
  'your-first-time-at-a-motor-park': 'M10 28 48 8l38 20zM19 28v30M77 28v30M34 58V41h28v17M34 49h28',
}
const bus =
  'M14 50V22c0-3 1-4 4-4h50c6 0 12 10 12 18v14zM14 33h66M32 18v15M50 18v15M29 58a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM64 58a6 6 0 1 0 0-12 6 6 0 0 0 0 12z'

/** The drawing above an article. The default is a bus. */
export function ArticlePicture({ code }: { code: string }) {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 320 112"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d="M0 0h320v112H0z" className={styles.sky} />
      <circle cx="196" cy="34" r="17" className={styles.sun} />
      <path d="M0 92h320" className={styles.road} />
      <path d={drawings[code] ?? bus} transform="translate(112 34)" className={styles.drawn} />
    </svg>
  )
}
