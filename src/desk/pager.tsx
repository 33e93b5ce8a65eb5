import { Button } from '#ui/button'
import { Actions } from '#ui/notice'

/** Links to newer and older pages of a list; nothing for one page. */
export function Pager({
  meta: { page, per_page, total },
  onPage,
}: {
  meta: { page: number; per_page: number; total: number }
  onPage: (page: number) => void
}) {
  const hasOlder = total > page * per_page
  if (page === 1 && !hasOlder) return null
  return (
    <Actions>
      {page > 1 && <Button onClick={() => onPage(page - 1)}>Newer</Button>}
      {hasOlder && <Button onClick={() => onPage(page + 1)}>Older</Button>}
    </Actions>
  )
}
