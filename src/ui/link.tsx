import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'
import { isSeparateDocument } from '#lib/browser'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: To
  /** Replaces the current page in the history. */
  replace?: boolean | undefined
  state?: unknown
  /**
   * Whether the browser loads a new document, instead of the router showing a screen. By default, true for paths of
   * separate documents.
   */
  reloadDocument?: boolean | undefined
}

/**
 * A link to another screen of the app. The router's own link runs six more hooks, which only its framework mode needs.
 */
export function Link({
  to,
  replace,
  state,
  reloadDocument: isReload,
  onClick,
  children,
  ...rest
}: LinkProps) {
  const href = useHref(to)
  const reloadDocument = isReload ?? isSeparateDocument(href)
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
        if (!event.defaultPrevented && !reloadDocument) follow(event)
      }}
    >
      {children}
    </a>
  )
}
