import type { BoardingScan, Manifest, ManifestSeat } from '#contract/boarding/model'
import { normaliseReference } from '#contract/reference'
import { serverNow } from '#lib/clock'
import { getDeviceId } from '#lib/device/id'
import { useRef, useState } from 'react'
import {
  decideScannedText,
  decideTicketFacts,
  type TicketDecision,
  type BoardingStop,
  makeTicketFacts,
  type TicketDecisionData,
} from './decide.ts'
import { sendChecks } from './send-checks.ts'
import { type BoardingAttendant, storeCheck, type BoardingData, readBoardingData } from './store.ts'

/** If the same code is read again within this time, it is still the same ticket in front of the camera. */
const sameSight_ms = 1500

/** Checks the tickets of one bus. A verdict on one of our tickets is stored on the phone before it is displayed. */
export function useTicketChecks(desk: BoardingAttendant, door: BoardingStop) {
  const [shown, setShown] = useState<TicketDecision>()
  const seen = useRef({ text: '', at: 0 })
  const isBusy = useRef(false)

  const show = async (decision: Promise<TicketDecision> | TicketDecision) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const decided = await decision
      await note(decided, desk, door)
      setShown(decided)
      void sendChecks()
    } finally {
      isBusy.current = false
    }
  }
  return {
    shown,
    /** Checks the code that a keyboard scanner has typed. */
    read: (text: string) =>
      show(decideScannedText(text, door, knownOf(readBoardingData()), serverNow())),
    /** Checks a code that is in front of the camera. */
    see: (text: string) => {
      if (isBusy.current) return
      const now = performance.now()
      const isSame = seen.current.text === text && now - seen.current.at < sameSight_ms
      seen.current = { text, at: now }
      if (!isSame) void show(decideScannedText(text, door, knownOf(readBoardingData()), serverNow()))
    },
    /** Checks a ticket that was typed or chosen from the list. Undefined means that no list contains it. */
    typed: (found: TicketMatch | undefined) =>
      show(
        found === undefined
          ? { verdict: 'forged', why: 'not_found' }
          : decideTicketFacts(
              makeTicketFacts(found.row, found.manifest),
              door,
              knownOf(readBoardingData()),
              serverNow(),
            ),
      ),
    find: (written: string, kept: Pick<BoardingData, 'lists'>) => findTyped(written, door, kept),
    next: () => {
      seen.current.at = performance.now()
      setShown(undefined)
    },
  }
}

const knownOf = ({ desk, lists, checks }: BoardingData): TicketDecisionData => ({
  keys: desk?.keys ?? [],
  lists: lists.map(({ manifest }) => manifest),
  scans: checks.map(({ scan }) => scan),
})

/** Stores a check. There is nothing to store for a code that is not ours, or as long as the counter must be asked. */
async function note(
  { verdict, facts, row }: TicketDecision,
  desk: BoardingAttendant,
  door: BoardingStop,
): Promise<void> {
  if (verdict === 'forged' || facts === undefined) return
  const { name: place } = desk.departures.find((one) => one.park.code === desk.park)?.park ?? {}
  const scan: BoardingScan = {
    id: crypto.randomUUID(),
    ticket_id: facts.ticket_id,
    trip_id: door.trip_id,
    seat: facts.seat,
    issue: facts.issue,
    verdict,
    scanned_at: new Date(serverNow()).toISOString(),
    device: getDeviceId(),
    ...(place !== undefined && { place: place.slice(0, 80) }),
    ...(desk.by !== '' && { by: desk.by }),
  }
  await storeCheck({ scan, passenger: row?.passenger ?? facts.name })
}

/** A ticket of a list, and that list. */
export interface TicketMatch {
  row: ManifestSeat
  manifest: Manifest
}

/**
 * Finds tickets by their code or the reference of their booking: all that are valid or used on this bus; otherwise one
 * of another bus or one that is no longer valid; otherwise one that is set aside for the counter.
 */
function findTyped(
  written: string,
  door: BoardingStop,
  { lists }: Pick<BoardingData, 'lists'>,
): TicketMatch[] {
  const wanted = normaliseReference(written)
  const all = lists.flatMap(({ manifest }) =>
    manifest.seats
      .filter((row) => row.code === wanted || row.booking === wanted)
      .map((row) => ({ row, manifest })),
  )
  const isLive = ({ row }: TicketMatch) => /valid|used/.test(row.status)
  const here = all.filter((one) => one.manifest.trip.id === door.trip_id && isLive(one))
  if (here.length > 0) return here
  return (all.some(isLive) ? all.filter(isLive) : all).slice(0, 1)
}
