import { product } from '#contract/product'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { Actions, Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useLocation } from 'react-router-dom'
import { Paragraphs } from './reading.tsx'

interface Words {
  title: string
  /** What is not there yet, and what will be. */
  not_yet: string
  will: string
  /** What one can do today instead. */
  until: string
}

const operators: Words = {
  title: 'Operators',
  not_yet: 'The pages of the operators are not open yet.',
  will: 'Each operator will have a page with its buses, its roads, its rules for luggage and what travellers say.',
  until: 'Until then, every trip in the results shows its operator, the bus and the rating.',
}
const businesses: Words = {
  title: 'Businesses',
  not_yet: 'The list of businesses is not open yet.',
  will: 'Here you will find companies that sell seats, carry parcels or hire out vehicles, with their numbers.',
  until: 'Until then, the phone number of an operator is on its trip page and on your ticket.',
}
const parcels: Words = {
  title: 'Send a parcel',
  not_yet: 'Parcels cannot be sent here yet.',
  will: 'You will see the price before you go to the park, pay here, and follow the parcel until it is picked up.',
  until:
    'Until then, the cargo counter of an operator takes parcels at the park. Ask for a receipt.',
}

/** The first that fits the address says what will be there. */
const rooms: readonly (readonly [at: RegExp, words: Words])[] = [
  [/^\/brands/, operators],
  [/^\/businesses/, businesses],
  [/parcel|^\/waybill/, parcels],
]

/** Says plainly what will stand at this address, and what one can do today. */
export function ComingScreen() {
  const { pathname } = useLocation()
  const words = rooms.find(([at]) => at.test(pathname))?.[1] ?? operators
  return (
    <Page title={words.title} back={{ to: '/', label: 'Start' }} narrow>
      <Notice title={words.not_yet}>
        <Paragraphs texts={[words.will, words.until]} />
      </Notice>
      <Actions>
        <ButtonLink to="/" kind="primary">
          Search a bus
        </ButtonLink>
        <ButtonAnchor href={`tel:${product.phone.e164}`}>
          Call {product.phone.national}
        </ButtonAnchor>
        <ButtonLink to="/info-center">Info Center</ButtonLink>
      </Actions>
    </Page>
  )
}
