import { Component, lazy, type ReactNode, Suspense } from 'react'

/**
 * The error screen, whose script is in the service worker's install list. If it cannot be loaded, a plain sentence is
 * displayed.
 */
const ErrorScreen = lazy(async () => ({
  default: await import('./error-screen.tsx').then(
    (found) => found.ErrorScreen,
    () => ScreenErrorNotice,
  ),
}))

/**
 * Catches an error in one flow and shows it, or shows nothing if the part is `small`; the rest of the app keeps
 * working.
 */
export class ErrorBoundary extends Component<
  { children: ReactNode; small?: true },
  { error: unknown }
> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override render() {
    const { children, small } = this.props
    if (this.state.error === undefined) return children
    if (small) return null
    return (
      <Suspense>
        <ErrorScreen error={this.state.error} />
      </Suspense>
    )
  }
}

function ScreenErrorNotice(_: { error: unknown }) {
  return (
    <p role="alert">
      This screen stopped. <a href="/">Go to the start</a>
    </p>
  )
}
