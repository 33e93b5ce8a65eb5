import { parseAst } from 'vite'
import { joinTemplate } from '#tests/rows/seen'

/** A template of SQL in the code. */
export interface Template {
  template: string
  line: number
  /** Where its row type ends, before the `>`; undefined where it has none. */
  typeEnd: number | undefined
}

interface Tagged {
  type: 'TaggedTemplateExpression'
  start: number
  tag: { name?: string }
  typeArguments: { end: number } | null
  quasi: { quasis: { value: { cooked: string | null } }[] }
}

/** All templates of SQL in a file, those within others too. */
export function findTemplates(code: string): Template[] {
  const found: Template[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node !== 'object' || node === null) return
    if (isSql(node))
      found.push({
        template: joinTemplate(node.quasi.quasis.map(({ value }) => value.cooked)),
        line: code.slice(0, node.start).split('\n').length,
        typeEnd: node.typeArguments === null ? undefined : node.typeArguments.end - 1,
      })
    Object.values(node).forEach(look)
  }
  look(parseAst(code, { lang: 'ts' }).body)
  return found
}

function isSql(node: object): node is Tagged {
  const { type, tag } = node as Partial<Tagged>
  return type === 'TaggedTemplateExpression' && tag?.name === 'sql'
}
