/** Lines of state, nearest city and camp; after ` >`, the place that other lists give. */
const listed = `
AB umuahia Umunna, Bende LGA · AD yola Lapondo Road, Damare, Girei LGA · AK uyo Ikot Itie Udung, Nsit Atai LGA
AN awka Umuawulu/Mbaukwu, Awka South LGA · BA bauchi Km 60, Wailo, Ganjuwa LGA · BY yenagoa Kaiama, Kolokuma/Opokuma LGA
BN makurdi Wannune, Tarka LGA · BO maiduguri Maiduguri >the civil-defence academy at Babbar-Ruga, or the Katsina camp
CR ikom Obubra, Obubra LGA · DT asaba Issele-Uku, Aniocha North LGA · EB afikpo Macgregor College, Afikpo North LGA
ED benin-city Okada, Ovia North-East LGA · EK ado-ekiti Ise-Orun/Emure LGA · EN enugu Awgu, Awgu LGA · FC abuja Kubwa, Bwari Area Council
GM gombe Amada, Km 21 Gombe–Yola Road (temporary) · IM orlu Umudi, Nkwerre LGA >Eziama Obaire · JG dutse Fanisau, Dutse LGA
KD kaduna Kaduna–Abuja Expressway, Chikun LGA >Manchok · KN kano Kusalla Dam, Karaye LGA · KT katsina Mani Road, Katsina
KB birnin-kebbi Dakingari, Suru LGA · KG kabba Asaya, Kabba/Bunu LGA · KW ilorin Yikpata, Edu LGA · LA lagos Iyana-Ipaja, Alimosho LGA
NA keffi Magaji Dan-Yamusa, Keffi LGA · NG minna Paiko, Paikoro LGA · OG sagamu Ikenne Road, Sagamu LGA · OD owo Ikare-Akoko, Akoko North-East LGA
OS osogbo Adeeke, Iwo LGA >Ede · OY oyo Iseyin, Iseyin LGA · PL jos Mangu, Mangu LGA · RV port-harcourt Nonwa-Gbam, Tai LGA
SO sokoto Wamakko, Wamakko LGA · TR jalingo Sibre, Airport Road, Jalingo · YB potiskum Dazigau, Nangere LGA >Fika
ZM gusau Kaura Namoda >Tsafe`

const source = 'Public lists of NYSC orientation camps, compared'
const known_on = '2026-11-21'

/**
 * The 37 orientation camps of the NYSC. Published lists disagree about some, since camps move: the call-up letter is
 * decisive.
 */
export const nyscCamps = listed
  .trim()
  .split(/ · |\n/)
  .map((line) => {
    const [state_code = '', city_code = '', ...words] = line.split(' ')
    const [place = '', also_listed = null] = words.join(' ').split(' >')
    return {
      code: `camp-${state_code.toLowerCase()}`,
      state_code,
      place,
      also_listed,
      city_code,
      source,
      known_on,
    }
  })

const unknown = {
  camp_from: null,
  camp_to: null,
  source: 'No announcement was known to us',
  known_on,
}
const ask =
  'No dates announced yet, as far as we know. Check the NYSC portal and your call-up letter.'

/**
 * Batches of the NYSC with their days in camp as newspapers reported them, latest first. None of the dates is
 * predicted.
 */
export const nyscBatches = [
  { code: '2026-c', name: '2026 Batch C', ...unknown, note: ask },
  { code: '2026-b', name: '2026 Batch B', ...unknown, note: ask },
  { code: '2026-a2', name: '2026 Batch A, Stream II', ...unknown, note: ask },
  {
    code: '2026-a1',
    name: '2026 Batch A, Stream I',
    camp_from: '2026-01-21',
    camp_to: '2026-02-10',
    note: 'As announced: registration in camp until 23 January, midnight; swearing-in on 23 January.',
    source: 'The Sunrise Herald (thesunriseherald.com)',
    known_on,
  },
  {
    code: '2025-b2',
    name: '2025 Batch B, Stream II',
    camp_from: '2025-09-24',
    camp_to: '2025-10-14',
    note: 'As announced: registration until 26 September. Kwara on its own, 30 September to 20 October.',
    source: 'New Telegraph (newtelegraphng.com)',
    known_on,
  },
].map((batch, position) => ({ ...batch, position }))
