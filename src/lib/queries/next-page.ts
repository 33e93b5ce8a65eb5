/** Returns the number of the next page for an infinite query; undefined after the last. */
export const findNextPage = ({
  meta: { page, per_page, total },
}: {
  meta: { page: number; per_page: number; total: number }
}): number | undefined => (page * per_page < total ? page + 1 : undefined)
