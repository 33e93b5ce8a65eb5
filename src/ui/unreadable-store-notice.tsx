import { product } from '#contract/product'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ButtonAnchor } from './button.tsx'
import { Notice } from './notice.tsx'

/**
 * Says that this phone cannot read a store, and how to try again. `lost`: what may be in the store and exists nowhere
 * else.
 */
export function UnreadableStoreNotice({
  title,
  lost,
  children,
}: {
  title: string
  lost: string
  children?: ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <Notice
      tone="danger"
      live="assertive"
      title={title}
      actions={
        // Only a new page tries again to open a database that did not open.
        <ButtonAnchor kind="primary" href={pathname + search}>
          Try again
        </ButtonAnchor>
      }
    >
      Close other tabs of {product.name}, or restart the phone, and try again. Do not delete the
      data of this site: {lost} may be in it.{children}
    </Notice>
  )
}
