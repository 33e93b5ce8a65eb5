import { parseAst } from 'vite'
import { joinTemplate } from '#tests/rows/seen'

/** An SQL template in the code. */
export interface Template {
  template: string
  line: number
  /** The end of its row type, before the `>`; undefined without one. */
  typeEnd: number | undefined
}

interface Tagged {
  type: 'TaggedTemplateExpression'
  start: number
  tag: { name?: string }
  typeArguments: { end: number } | null
  quasi: { quasis: { value: { cooked: string | null } }[] }
}

/** Finds all SQL templates in a file, nested ones too. */
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
