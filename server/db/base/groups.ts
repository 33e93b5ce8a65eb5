import { nyscCamps } from './nysc.ts'
import { states } from './places.ts'

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((part) => part.trim()))

const routeLines = lines(`
lagos-ibadan | Lagos–Ibadan Expressway
lagos-benin | Lagos–Ore–Benin road
lagos-abuja | Lagos–Lokoja–Abuja road
benin-onitsha | Benin–Asaba–Onitsha road
abuja-kaduna-kano | Abuja–Kaduna–Kano road
abuja-jos | Abuja–Keffi–Jos road
abuja-makurdi | Abuja–Lafia–Makurdi road
enugu-onitsha | Enugu–Awka–Onitsha road
enugu-port-harcourt | Enugu–Aba–Port Harcourt road
east-west | East–West Road: Warri–Port Harcourt–Uyo
calabar-itu | Calabar–Itu–Uyo road
kano-maiduguri | Kano–Damaturu–Maiduguri road
sokoto-gusau | Sokoto–Gusau–Zaria road
ilorin-ogbomoso | Ibadan–Ogbomoso–Ilorin road
yola-gombe | Gombe–Yola–Jalingo road`).map(([code = '', name = '']) => ({
  code: `road-${code}`,
  kind: 'road',
  name,
  about: 'Hold-ups, checkpoints, bad portions, safe stops. Say when you saw it.',
}))

const cities = lines(`
lagos | Lagos
abuja | Abuja
ibadan | Ibadan
port-harcourt | Port Harcourt
kano | Kano
kaduna | Kaduna
enugu | Enugu
onitsha | Onitsha
benin-city | Benin City
owerri | Owerri
aba | Aba
jos | Jos
ilorin | Ilorin
warri | Warri
uyo | Uyo
calabar | Calabar
makurdi | Makurdi
maiduguri | Maiduguri
sokoto | Sokoto
akure | Akurẹ`).map(([code = '', name = '']) => ({
  code: `city-${code}`,
  kind: 'city',
  name,
  about: `Motor parks, the last mile, where to sleep and eat in ${name}.`,
}))

const campuses = lines(`
unilag | University of Lagos (UNILAG)
ui | University of Ibadan (UI)
oau | Obafemi Awolowo University, Ile-Ife (OAU)
abu | Ahmadu Bello University, Zaria (ABU)
unn | University of Nigeria, Nsukka (UNN)
uniben | University of Benin (UNIBEN)
lasu | Lagos State University (LASU)
uniport | University of Port Harcourt (UNIPORT)
buk | Bayero University, Kano (BUK)
unijos | University of Jos (UNIJOS)
unical | University of Calabar (UNICAL)
unilorin | University of Ilorin (UNILORIN)
futa | Federal University of Technology, Akure (FUTA)
unimaid | University of Maiduguri (UNIMAID)`).map(([code = '', name = '']) => ({
  code: `campus-${code}`,
  kind: 'campus',
  name,
  about: 'Going home together, resumption, cheap and safe buses.',
}))

const trades = lines(`
fabrics | Fabrics and fashion
phones | Phones and gadgets
foodstuff | Foodstuff and farm produce
spare-parts | Spare parts
health | Health workers on the move
teachers | Teachers on the move
drivers | Drivers and attendants`).map(([code = '', name = '']) => ({
  code: `trade-${code}`,
  kind: 'trade',
  name,
  about: 'Markets, waybills, loading days and fair prices.',
}))

const stateNames = new Map(states.map(({ code, name }) => [code, name]))

const inCamp = nyscCamps.map(({ code, state_code, place }) => ({
  code,
  kind: 'camp',
  name: `${stateNames.get(state_code) ?? state_code} camp`,
  about: `For everybody posted to ${place}. Travel together, arrive before 6 pm.`,
}))

export const groups = [...routeLines, ...cities, ...campuses, ...inCamp, ...trades]
