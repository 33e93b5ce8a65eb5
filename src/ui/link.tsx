import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: To
  /** Replaces the current page in the history. */
  replace?: boolean | undefined
  state?: unknown
  /** Whether it leads to a separate document, which the router does not render. */
  reloadDocument?: boolean | undefined
}

/**
 * A link to another screen of the app. The router's own link runs six more hooks, for the prefetching of frameworks.
 */
export function Link({
  to,
  replace,
  state,
  reloadDocument,
  onClick,
  children,
  ...rest
}: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    state,
  })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && reloadDocument !== true) follow(event)
      }}
    >
      {children}
    </a>
  )
}
