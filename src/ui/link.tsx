import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: To
  /** Whether "back" leads past the screen that one is on. */
  replace?: boolean | undefined
  state?: unknown
  /** To a document of its own: fetched, not drawn here. */
  reloadDocument?: boolean | undefined
}

/**
 * A way to another screen of the app. For fetching ahead, as frameworks do, the router's own link runs six hooks
 * more and takes its element anew at each draw.
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
