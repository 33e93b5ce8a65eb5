import styles from './vehicle.module.css'

interface Shape {
  body: string
  windows: string
  /** The positions of its wheels. */
  wheels: readonly number[]
}

/** Drawings in side view, facing left, in a box of 120 × 42. */
const shapes = {
  saloon: {
    body: 'M24 38V31q0-3 6-4l13-2 10-8q3-3 7-3h12q5 0 8 3l8 8 8 2q3 1 3 4v4q0 3-3 3z',
    windows: 'M57 17l-8 8h15v-8zM67 17h6l8 8H67z',
    wheels: [38, 82],
  },
  suv: {
    body: 'M24 38V29q0-3 4-4l13-2 8-10q2-3 6-3h28q5 0 6 4l4 9v12q0 3-3 3z',
    windows: 'M53 13l-8 10h17V13zM65 13h18l4 10H65z',
    wheels: [38, 80],
  },
  sienna: {
    body: 'M22 38V30q0-4 6-6l13-12q2-3 7-3h36q7 0 9 7l4 12v7q0 3-3 3z',
    windows: 'M47 12L36 24h19V12zM58 12h15v12H58zM76 12h9q3 0 4 4l3 8H76z',
    wheels: [37, 82],
  },
  van: {
    body: 'M16 38V27q0-5 4-8L30 8q2-3 6-3h61q6 0 6 6v24q0 3-3 3z',
    windows: 'M34 9L23 21h17V9zM43 9h15v12H43zM61 9h15v12H61zM79 9h19v12H79z',
    wheels: [32, 86],
  },
  coaster: {
    body: 'M10 38V16q0-3 1-5 2-7 9-7h84q6 0 6 6v25q0 3-3 3z',
    windows: 'M17 9q-3 3-3 14h14V9zM31 9h16v12H31zM50 9h16v12H50zM69 9h16v12H69zM88 9h17v12H88z',
    wheels: [29, 90],
  },
  coach: {
    body: 'M3 38V11q0-9 9-9h99q6 0 6 6v27q0 3-3 3z',
    windows:
      'M9 7Q7 9 7 23h11V7zM21 7h14v12H21zM38 7h14v12H38zM55 7h14v12H55zM72 7h14v12H72zM89 7h23v12H89z',
    wheels: [25, 88, 99],
  },
} as const satisfies Record<string, Shape>

/** Prefixes of vehicle codes and their drawings. */
const drawnAs: readonly (readonly [begins: string, shape: keyof typeof shapes])[] = [
  ['coach', 'coach'],
  ['coaster', 'coaster'],
  ['hiace', 'van'],
  ['sprinter', 'van'],
  ['sienna', 'sienna'],
  ['suv', 'suv'],
  ['saloon', 'saloon'],
]

/** The drawing of a vehicle by its type's code (`sienna`, `hiace-15`, `coach-59`, `suv`); a van for others. */
export function VehicleDrawing({ type, large = false }: { type: string; large?: boolean }) {
  const [, name] = drawnAs.find(([begins]) => type.startsWith(begins)) ?? ['', 'van']
  const { body, windows, wheels }: Shape = shapes[name]
  return (
    <svg
      viewBox="0 0 120 44"
      className={`${styles.vehicle} ${large ? styles.large : ''}`}
      aria-hidden="true"
    >
      <path d={body + windows} fillRule="evenodd" fill="currentColor" />
      <path d="M0 42.5h120" className={styles.road} />
      {wheels.map((x) => (
        <circle key={x} cx={x} cy="36" r="6" className={styles.wheel} />
      ))}
    </svg>
  )
}
