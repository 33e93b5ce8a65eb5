import { withParameter } from './url-search.tsx'
import { ButtonLink } from '#ui/button'
import { useSearchParams } from 'react-router-dom'
import styles from './pages.module.css'

/** Links to the pages of a list whose page number is in the URL. Renders nothing for one page. */
export function PageLinks({ page, pages, more }: { page: number; pages: number; more: string }) {
  const [params] = useSearchParams()
  if (pages <= 1) return null
  const to = (next: number) => ({
    search: `?${withParameter(params, 'page', String(next)).toString()}`,
  })
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {page > 1 && <ButtonLink to={to(page - 1)}>Earlier in the list</ButtonLink>}
      <span>
        {page} of {pages}
      </span>
      {page < pages && <ButtonLink to={to(page + 1)}>{more}</ButtonLink>}
    </nav>
  )
}
