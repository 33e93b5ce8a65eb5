/** Code, name and zone of the 36 states and the capital territory. */
export const states = `
AB Abia, South East · AD Adamawa, North East · AK Akwa Ibom, South South · AN Anambra, South East
BA Bauchi, North East · BY Bayelsa, South South · BN Benue, North Central · BO Borno, North East
CR Cross River, South South · DT Delta, South South · EB Ebonyi, South East · ED Edo, South South
EK Ekiti, South West · EN Enugu, South East · FC Abuja FCT, North Central · GM Gombe, North East
IM Imo, South East · JG Jigawa, North West · KD Kaduna, North West · KN Kano, North West
KT Katsina, North West · KB Kebbi, North West · KG Kogi, North Central · KW Kwara, North Central
LA Lagos, South West · NA Nasarawa, North Central · NG Niger, North Central · OG Ogun, South West
OD Ondo, South West · OS Osun, South West · OY Oyo, South West · PL Plateau, North Central
RV Rivers, South South · SO Sokoto, North West · TR Taraba, North East · YB Yobe, North East
ZM Zamfara, North West`
  .trim()
  .split(/ · |\n/)
  .map((line) => {
    const [name = '', zone = ''] = line.slice(3).split(', ')
    return { code: line.slice(0, 2), name, zone }
  })

/** Main cities: state, code, name, and latitude and longitude of the centre, accurate to a few hundred metres. */
export const cities = `
AB umuahia Umuahia 5.532 7.486 · AB aba Aba 5.107 7.367
AD yola Yola 9.204 12.495 · AD mubi Mubi 10.268 13.264
AK uyo Uyo 5.038 7.913 · AK eket Eket 4.642 7.924 · AK ikot-ekpene Ikot Ekpene 5.180 7.714
AN awka Awka 6.210 7.074 · AN onitsha Onitsha 6.141 6.803 · AN nnewi Nnewi 6.011 6.910
BA bauchi Bauchi 10.316 9.844 · BA azare Azare 11.677 10.194
BY yenagoa Yenagoa 4.925 6.264
BN makurdi Makurdi 7.732 8.539 · BN otukpo Otukpo 7.190 8.130 · BN gboko Gboko 7.325 9.005
BO maiduguri Maiduguri 11.833 13.150 · BO biu Biu 10.613 12.195
CR calabar Calabar 4.976 8.342 · CR ikom Ikom 5.961 8.711 · CR ogoja Ogoja 6.655 8.797
DT asaba Asaba 6.199 6.732 · DT warri Warri 5.554 5.793 · DT sapele Sapele 5.894 5.677 · DT agbor Agbor 6.251 6.194
EB abakaliki Abakaliki 6.325 8.114 · EB afikpo Afikpo 5.893 7.935
ED benin-city Benin City 6.335 5.604 · ED auchi Auchi 7.068 6.264 · ED ekpoma Ekpoma 6.743 6.140
EK ado-ekiti Ado-Ekiti 7.621 5.221
EN enugu Enugu 6.458 7.546 · EN nsukka Nsukka 6.857 7.396
FC abuja Abuja 9.058 7.495
GM gombe Gombe 10.290 11.167
IM owerri Owerri 5.484 7.033 · IM orlu Orlu 5.796 7.035
JG dutse Dutse 11.756 9.339 · JG hadejia Hadejia 12.450 10.044
KD kaduna Kaduna 10.511 7.417 · KD zaria Zaria 11.067 7.700 · KD kafanchan Kafanchan 9.583 8.300
KN kano Kano 12.002 8.592
KT katsina Katsina 12.991 7.602 · KT funtua Funtua 11.523 7.308
KB birnin-kebbi Birnin Kebbi 12.454 4.198 · KB yauri Yauri 10.781 4.770
KG lokoja Lokoja 7.802 6.733 · KG okene Okene 7.551 6.236 · KG kabba Kabba 7.830 6.070
KW ilorin Ilorin 8.497 4.542 · KW offa Offa 8.149 4.720
LA lagos Lagos 6.524 3.379 · LA epe Ẹpẹ 6.584 3.983
NA lafia Lafia 8.497 8.516 · NA keffi Keffi 8.846 7.874
NG minna Minna 9.614 6.557 · NG bida Bida 9.080 6.010 · NG suleja Suleja 9.180 7.180
OG abeokuta Abẹ́òkúta 7.148 3.362 · OG ijebu-ode Ijẹbu-Ode 6.820 3.917 · OG sagamu Ṣagamu 6.843 3.646
OD akure Akurẹ 7.253 5.193 · OD ondo Ondo 7.093 4.836 · OD owo Ọ̀wọ̀ 7.196 5.587
OS osogbo Oṣogbo 7.783 4.542 · OS ile-ife Ilé-Ifẹ̀ 7.483 4.560 · OS ilesa Ilésà 7.628 4.741
OY ibadan Ibadan 7.378 3.947 · OY ogbomoso Ogbomọṣọ 8.133 4.250 · OY oyo Ọ̀yọ́ 7.850 3.933
PL jos Jos 9.897 8.858 · PL pankshin Pankshin 9.325 9.436
RV port-harcourt Port Harcourt 4.816 7.050
SO sokoto Sokoto 13.006 5.248
TR jalingo Jalingo 8.894 11.360 · TR wukari Wukari 7.871 9.778
YB damaturu Damaturu 11.747 11.961 · YB potiskum Potiskum 11.709 11.080
ZM gusau Gusau 12.163 6.664`
  .trim()
  .split(/ · |\n/)
  .map((line) => {
    const words = line.split(' ')
    const [state_code = '', code = ''] = words
    return {
      state_code,
      code,
      name: words.slice(2, -2).join(' '),
      latitude: Number(words.at(-2)),
      longitude: Number(words.at(-1)),
    }
  })

/** Other names of cities (short names, airports, quarters and suburbs) after the city's code, in plain lower case. */
export const cityAliases = `
aba: ariaria, enyimba
abeokuta: abk, funaab
abuja: abj, abv, fct, fct abuja, wuse, garki, utako, jabi, kubwa, gwarinpa, gwagwalada, nyanya, zuba, lugbe
asaba: koka
awka: unizik
benin-city: bini, uselu, uniben
birnin-kebbi: bk, b kebbi
calabar: canaan city, unical
enugu: coal city, 9th mile, ninth mile
ibadan: ib, ibd, ojoo, bodija, iwo road, challenge, moniya, dugbe
ile-ife: ife, oau
jos: j town, bukuru
kaduna: kd, kawo, mando
kano: kn, bayero
keffi: nsuk
lagos: eko, lgs, gidi, las gidi, los, vi, victoria island, lekki, ajah, berger, ojodu, ikeja, ojota, jibowu, oshodi, yaba, surulere, mile 2, festac, apapa, ikorodu, agege, iyana ipaja, badagry, maza maza, cele
lokoja: lkj, confluence
maiduguri: mdg
makurdi: mkd
nsukka: unn
ogbomoso: ogbomosho, lautech
onitsha: upper iweka, head bridge
osogbo: oshogbo
owerri: control post, futo
port-harcourt: ph, ph city, phc, pitakwa, garden city, rumuokoro, eleme, waterlines
sagamu: shagamu
suleja: madalla
warri: wafi, effurun
zaria: zazzau, samaru`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [city_code = '', names = ''] = line.split(': ')
    return names.split(', ').map((code) => ({ code, city_code }))
  })
