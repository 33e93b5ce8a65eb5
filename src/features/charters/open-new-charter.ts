import type { Charter } from '#contract/charters/trips/model'
import { showToast } from '#lib/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { charterPaths } from './paths.ts'
import { storeCharter } from './queries.ts'

/**
 * Returns a function that stores a charter that was just made and opens its payment; if the person has left the page
 * meanwhile, says where to pay.
 */
export function useOpenNewCharter() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (charter: Charter, isStillHere: () => boolean) => {
    storeCharter(queries, charter)
    return isStillHere()
      ? navigate(charterPaths.pay(charter.reference))
      : showToast('The vehicle is held for you. Pay for it under My charters.')
  }
}
