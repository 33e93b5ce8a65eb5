import type { ComponentProps, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'
import { runAfterPressedFrame } from '#lib/after-frame'
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
        if (event.defaultPrevented || reloadDocument || !isPlainClick(event)) return
        event.preventDefault()
        runAfterPressedFrame(event.currentTarget, () => follow(event))
      }}
    >
      {children}
    </a>
  )
}

/** Whether a click opens the link here, not in another tab. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
