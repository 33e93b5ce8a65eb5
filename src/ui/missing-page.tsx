import { ButtonLink } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Page } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import type { ReactNode } from 'react'

/** The screen for a URL whose subject does not exist, with a link to an existing one. */
export function MissingPage({
  title,
  text,
  to,
  action,
  other,
  back,
  children,
}: {
  title: string
  text: string
  to: string
  /** The label of the button. */
  action: string
  /** An additional button. */
  other?: ReactNode
  /** The label of a back link, which also leads to `to`. */
  back?: string
  children?: ReactNode
}) {
  return (
    <Page title={title} back={back === undefined ? undefined : { to, label: back }} narrow>
      <ErrorState
        picture="missing"
        title={text}
        action={
          <ButtonRow>
            <ButtonLink to={to} kind="primary">
              {action}
            </ButtonLink>
            {other}
          </ButtonRow>
        }
      >
        {children}
      </ErrorState>
    </Page>
  )
}
