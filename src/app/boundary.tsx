import { Component, lazy, type ReactNode, Suspense } from 'react'

/** Its script is on the phone from the first install; until it has loaded, a plain sentence is shown. */
const Broken = lazy(async () => ({
  default: await import('./broken.tsx').then(
    (found) => found.Broken,
    () => Stopped,
  ),
}))

/** Catches an error in one flow and shows it; the rest of the app works on. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override render() {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Suspense>
        <Broken error={this.state.error} />
      </Suspense>
    )
  }
}

function Stopped(_: { error: unknown }) {
  return (
    <p role="alert">
      This screen stopped. <a href="/">Go to the start</a>
    </p>
  )
}
