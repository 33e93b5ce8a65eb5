/**
 * Vehicles seen from above, front first. Nigeria drives on the right, so the driver (D) is front left and the door (#)
 * on the right. Signs: s seat, r seat for the operator's own counter, C conductor, T toilet, . aisle.
 */
const drawings = [
  ['sienna', 'Toyota Sienna', 'small', 'D.s s.s sss'],
  ['hiace-15', 'Toyota HiAce', 'medium', 'D.sr sss# ss.s ss.s ssss'],
  ['sprinter-18', 'Mercedes Sprinter', 'medium', 'D..s s..# s.ss s.ss s.ss s.ss ssss'],
  ['coaster-28', 'Toyota Coaster', 'medium', 'D...r ss..# ss.ss ss.ss ss.ss ss.ss ss.ss sssss'],
  [
    'coach-45',
    'First-class coach',
    'large',
    'D..C# rr.ss ss.ss ss.ss ss.ss ss.ss ss..T ss..# ss.ss ss.ss ss.ss ss.ss sssss',
  ],
  ['coach-49', 'Luxury coach', 'large', `D..C# rr.ss ${'ss.ss '.repeat(10)}sssss`],
  [
    'coach-59',
    'Luxury coach',
    'large',
    `D..C# rr.rr ${'ss.ss '.repeat(6)}ss..T ${'ss.ss '.repeat(6)}sssss`,
  ],
] as const

const fixtures: Record<string, string> = { D: 'driver', '#': 'door', T: 'toilet', C: 'conductor' }

/** The vehicles as rows of `vehicle_type`, with their layout and the seats that the marketplace may sell. */
export const vehicles = drawings.map(([code, name, size, drawing]) => {
  const grid = drawing.split(' ')
  const cells = grid.flatMap((line, row) =>
    line.split('').map((sign, column) => ({ sign, row: row + 1, column: column + 1 })),
  )
  const places = cells.filter(({ sign }) => sign === 's' || sign === 'r')
  const seats = places.map(({ sign, row, column }, index) => ({
    number: index + 1,
    row,
    column,
    kind: kindOf(grid, row, column),
    ...(sign === 'r' && { reserved: true }),
  }))
  return {
    code,
    name,
    size,
    seats: seats.length,
    layout: {
      rows: grid.length,
      columns: grid[0]?.length ?? 0,
      seats,
      fixtures: cells
        .filter(({ sign }) => sign in fixtures)
        .map(({ sign, row, column }) => ({ kind: fixtures[sign], row, column })),
    },
    sellable: seats.filter((_, index) => places[index]?.sign === 's').map(({ number }) => number),
  }
})

function kindOf(grid: readonly string[], row: number, column: number) {
  const line = grid[row - 1] ?? ''
  if (line.includes('D')) return 'front'
  if (row === grid.length) return 'rear'
  if (column === 1 || column === line.length) return 'window'
  return line[column - 2] === '.' || line[column] === '.' ? 'aisle' : 'middle'
}

export type VehicleCode = (typeof drawings)[number][0]
