import type { InfiniteData } from '@tanstack/react-query'

/** Returns the number of the next page for an infinite query; undefined after the last. */
export const findNextPage = ({
  meta: { page, per_page, total },
}: {
  meta: { page: number; per_page: number; total: number }
}): number | undefined => (page * per_page < total ? page + 1 : undefined)

/**
 * Makes the `select` of an infinite query, which leaves out items that are also on an earlier page: when something new
 * has come in at the front, the next page begins with the last items of the page before. The fields `names` tell items
 * apart.
 */
export const makeRepeatFilter =
  <Name extends string>(...names: Name[]) =>
  <Page extends { data: Record<Name, unknown>[] }>(
    list: InfiniteData<Page, number>,
  ): InfiniteData<Page, number> => {
    const known = new Set<string>()
    const isNew = (item: Record<Name, unknown>) => {
      const before = known.size
      known.add(JSON.stringify(names.map((name) => item[name])))
      return known.size > before
    }
    return {
      ...list,
      pages: list.pages.map((page) => ({ ...page, data: page.data.filter(isNew) })),
    }
  }
