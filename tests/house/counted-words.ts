import { parseAst } from 'vite'

/** Words that follow a count or a measure. */
const counted = new RegExp(
  `^[\\s\\u00a0]*(?:(?:bus|free|last|more|motor|other|reported|stop|usual|working|wrong) )?(?:${[
    'babies|bags|buses|businesses|characters|children|cities|claims|days|departures|digits|files|groups|hours|items',
    'kB|kg|km|letters|lines|litres|logins|MB|members|messages|min|minutes|months|nights|offers|operators|parcels|parks',
    'parts|passengers|people|phones|photos|places|points|posts|prices|questions|refunds|reports|reviews|routes|rows',
    'seats|seconds|stars|stations|steps|stops|tickets|times|travellers|tries|trips|vehicles|weeks|words|years',
  ].join('|')})\\b`,
)

/** Functions of the language that format numbers and dates, which only the files of `formatters` may use. */
const formatting =
  /\.toFixed\(|\.toLocale(?:Date|Time)?String\(|Intl\.(?:NumberFormat|PluralRules|DateTimeFormat)\(|₦\$?\{/g

/** The files that format numbers, sums and dates, and the two that compute with time zones. */
export const formatters = [
  'contract/money.ts',
  'contract/quantities.ts',
  'server/platform/local-time.ts',
  'server/rooms/parcels/storage.ts',
  'server/rooms/timetables/cells.ts',
  'src/lib/format.ts',
]

interface Node {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  object?: Node
  left?: Node
  expression?: Node
  expressions?: Node[]
  quasis?: { value: { cooked: string | null } }[]
  children?: Node[]
  tag?: { name?: string }
  source?: { value: string }
  specifiers?: { local: { name: string } }[]
  declarations?: { id: { name?: string } }[]
}

/**
 * Finds counts and measures that are followed by their word without `formatCount` or another function of
 * `contract/quantities.ts`: `${bags} bags`, `{km} km`. A constant of the file or the contract may be followed by a
 * plural, since its value is known when the code is written.
 */
export function findHandMadeCounts(file: string, code: string): string[] {
  const found: string[] = []
  const { body } = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const constants = new Set((body as unknown as Node[]).flatMap(listConstants))
  const check = (value: Node, text: string) => {
    if (value.type === 'Literal' || !counted.test(text)) return
    if (constants.has(rootOf(value) ?? '')) return
    const source = code.slice(value.start, value.end)
    if (source.startsWith('formatNumber(') && text.startsWith(' MB')) return
    found.push(`${file}: ${source}${text.slice(0, 30)} (use formatCount)`)
  }
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'TaggedTemplateExpression' && node.tag?.name === 'sql') return
    if (node.type === 'TemplateLiteral')
      node.expressions?.forEach((one, at) => check(one, node.quasis?.[at + 1]?.value.cooked ?? ''))
    node.children?.forEach((child, at) => {
      if (child.type === 'JSXExpressionContainer' && child.expression)
        check(child.expression, textAfter(node.children ?? [], at))
    })
    Object.values(node).forEach(look)
  }
  look(body)
  return found
}

/** Finds places that format numbers and dates with functions of the language instead of ours. */
export const findOwnFormatting = (file: string, code: string): string[] =>
  (code.match(formatting) ?? []).map((text) => `${file}: ${text}`)

/** The text after a value in JSX; `{' '}` is a space. */
function textAfter(children: readonly Node[], at: number): string {
  const [next, rest] = [children[at + 1], children[at + 2]]
  if (next?.type === 'JSXText') return String(next.value)
  const isSpace = next?.type === 'JSXExpressionContainer' && next.expression?.value === ' '
  return isSpace && rest?.type === 'JSXText' ? ` ${String(rest.value)}` : ''
}

/** Names of imports from the contract or from rules, and of constants at the top of the file. */
function listConstants(node: Node): string[] {
  if (
    node.type === 'ImportDeclaration' &&
    /^#contract\/|\/rules\.ts$/.test(node.source?.value ?? '')
  )
    return node.specifiers?.map(({ local }) => local.name) ?? []
  const declared = node.type === 'ExportNamedDeclaration' ? undefined : node.declarations
  return declared?.flatMap(({ id }) => id.name ?? []) ?? []
}

/** The name from which a value is read: `hours` of `hours.before / 24`; undefined for the result of a call. */
function rootOf(node: Node): string | undefined {
  const inner = node.object ?? (node.type === 'BinaryExpression' ? node.left : undefined)
  return node.type === 'Identifier' ? node.name : inner && rootOf(inner)
}
