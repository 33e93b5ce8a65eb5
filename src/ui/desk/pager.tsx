import { Button } from '#ui/button'
import { ButtonRow } from '#ui/notice'

/** Buttons for newer and older pages of a list. Renders nothing if one page holds the whole list. */
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
    <ButtonRow>
      {page > 1 && <Button onClick={() => onPage(page - 1)}>Newer</Button>}
      {hasOlder && <Button onClick={() => onPage(page + 1)}>Older</Button>}
    </ButtonRow>
  )
}
