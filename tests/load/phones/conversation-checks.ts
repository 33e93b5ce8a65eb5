/** The two ends of a conversation. */
export const sides = ['traveller', 'desk'] as const
export type Side = (typeof sides)[number]

/** How far each side had read according to the database, and when it was checked. */
export interface ReadSample {
  at: number
  read: Record<Side, number>
}

/** A message in the database, written by a person. */
export interface MessageRow {
  seq: number
  from: Side
  tag: string
}

/** The record of a conversation: each message is identified by the tag in its text. */
export interface ConversationLog {
  /** The tags that each side wrote and its screen reported as sent, in order. */
  sent: Record<Side, string[]>
  rows: MessageRow[]
  /** The final content of each screen, in order. */
  screens: Record<Side, string[]>
  /** When each message was first visible on each screen, in ms. */
  shown: Record<Side, Map<string, number>>
  samples: ReadSample[]
  /** When the traveller's screen first reported a message as read. */
  called_read: Map<string, number>
  /** Tags that were on one screen twice at the same moment. */
  twice: string[]
  /** How many unread messages each side had at the end. */
  unread: Record<Side, number>
}

export const faultNames = [
  'lost',
  'doubled',
  'out of order',
  'on a screen twice',
  'missing on a screen',
  'in another order on a screen',
  'read before it was shown',
  'not read in the end',
  'unread though all was read',
] as const
export type ConversationFaults = Record<(typeof faultNames)[number], string[]>

const otherOf = (side: Side): Side => (side === 'desk' ? 'traveller' : 'desk')
const once = (tags: readonly string[]) => [...new Set(tags)]
const repeated = (tags: readonly string[]) => tags.filter((tag, at) => tags.indexOf(tag) < at)
/** Returns the tags that are displayed after a tag that should follow them. */
function misplaced(tags: readonly string[], order: readonly string[]): string[] {
  const places = once(tags).flatMap((tag) => order.indexOf(tag))
  return once(tags).filter((_, at) => Math.max(-1, ...places.slice(0, at)) > (places[at] ?? 0))
}

/** Finds the faults of a conversation, with the tags of the affected messages. */
export function findFaults(log: ConversationLog): ConversationFaults {
  const { sent, rows, screens, shown, samples, called_read, unread } = log
  const tags = rows.map(({ tag }) => tag)
  const known = new Set(tags)
  const of = (side: Side) => rows.filter(({ from }) => from === side)
  const last = samples.at(-1)?.read ?? { traveller: 0, desk: 0 }
  const isShown = (side: Side, tag: string, at: number) =>
    (shown[side].get(tag) ?? Number.POSITIVE_INFINITY) <= at
  const early = sides.flatMap((side) =>
    samples.flatMap(({ at, read }) =>
      of(otherOf(side)).filter(({ seq, tag }) => seq <= read[side] && !isShown(side, tag, at)),
    ),
  )
  const early_words = [...called_read].filter(([tag, at]) => !isShown('desk', tag, at))
  return {
    lost: sides.flatMap((side) => sent[side].filter((tag) => !known.has(tag))),
    doubled: repeated(tags),
    'out of order': sides.flatMap((side) =>
      misplaced(
        of(side).map(({ tag }) => tag),
        sent[side],
      ),
    ),
    'on a screen twice': [...log.twice, ...sides.flatMap((side) => repeated(screens[side]))],
    'missing on a screen': sides.flatMap((side) =>
      once(tags).filter((tag) => !screens[side].includes(tag)),
    ),
    'in another order on a screen': sides.flatMap((side) => misplaced(screens[side], once(tags))),
    'read before it was shown': once([
      ...early.map(({ tag }) => tag),
      ...early_words.map(([tag]) => tag),
    ]),
    'not read in the end': sides.flatMap((side) =>
      of(otherOf(side)).flatMap(({ seq, tag }) => (seq > last[side] ? [tag] : [])),
    ),
    'unread though all was read': sides.flatMap((side) =>
      unread[side] > 0 ? [`${side}: ${unread[side]}`] : [],
    ),
  }
}

type Plant = (talked: ConversationLog) => void
const swap = <T>(list: T[]) => list.splice(0, 2, ...list.slice(0, 2).toReversed())

/** The damage that each check must find. */
const plants: Record<keyof ConversationFaults, Plant> = {
  lost: ({ rows }) => rows.pop(),
  doubled: ({ rows }) => rows.push(...rows.slice(-1).map((row) => ({ ...row, seq: row.seq + 1 }))),
  'out of order': ({ rows }) => {
    const mine = rows.filter(({ from }) => from === 'traveller')
    const [first, second] = mine
    if (first && second) [first.tag, second.tag] = [second.tag, first.tag]
  },
  'on a screen twice': ({ screens }) => screens.desk.push(...screens.desk.slice(0, 1)),
  'missing on a screen': ({ screens }) => screens.traveller.pop(),
  'in another order on a screen': ({ screens }) => swap(screens.desk),
  'read before it was shown': ({ samples, rows }) =>
    samples.unshift({ at: 0, read: { traveller: 0, desk: rows.at(-1)?.seq ?? 0 } }),
  'not read in the end': ({ samples }) =>
    samples.push({ at: Number.MAX_SAFE_INTEGER, read: { traveller: 0, desk: 0 } }),
  'unread though all was read': ({ unread }) => (unread.desk = 1),
}

/** Returns how many faults each check finds in a conversation, and in the same conversation with deliberate damage. */
export function tryPlantedFaults(log: ConversationLog) {
  const good = findFaults(log)
  return faultNames.map((check) => {
    const damaged = structuredClone(log)
    plants[check](damaged)
    const [before, planted] = [good[check].length, findFaults(damaged)[check].length]
    return {
      guard: `planted: ${check}`,
      guarded: before,
      unguarded: planted,
      bites: planted > before,
    }
  })
}
