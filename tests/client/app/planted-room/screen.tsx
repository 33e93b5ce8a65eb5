import { Page } from '#ui/page'

/** The screen of a planted room. */
export function PlantedScreen() {
  return <Page title="It grows">Everything it needs stands in its folder.</Page>
}
