import { Nav } from './nav.tsx'
import { Waiting } from './waiting.tsx'

/** The frame without a screen, drawn while the script is on its way. */
export function Shell() {
  return (
    <>
      <Nav />
      <main>
        <Waiting />
      </main>
    </>
  )
}
