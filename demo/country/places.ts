/**
 * Public motor parks: city | name | address | latitude, longitude. Errors of published lists (0,0; a number used twice;
 * Calabar in Akwa Ibom) are corrected here.
 */
export const parks = `
lagos | Jibowu | 20 Ikorodu Expressway, Jibowu, Yaba | 6.5188, 3.3675
lagos | Ojota New Garage | Ikorodu Road, Ojota | 6.5890, 3.3840
lagos | Mile 2 | Badagry Expressway, Amuwo-Odofin | 6.4660, 3.3130
lagos | Maza-Maza | Festac First Gate, Badagry Expressway | 6.4620, 3.3050
lagos | Iyana Ipaja | 164 Lagos–Abeokuta Expressway, Iyana Ipaja | 6.6175, 3.3031
lagos | Volks | 169 Badagry Expressway, Ojo | 6.4600, 3.2100
lagos | Ajah | KM 25 Lekki–Epe Expressway, Ajiwe | 6.4700, 3.5800
lagos | Oyingbo | 25 Otto Causeway, Iddo | 6.4720, 3.3830
lagos | Cele | 103 Okota Road, Cele Bus Stop | 6.5080, 3.3260
lagos | Ojodu Berger | Lagos–Ibadan Expressway, Ojodu | 6.6390, 3.3740
lagos | Oshodi Interchange | Terminal 2, Agege Motor Road, Oshodi | 6.5560, 3.3490
lagos | Ikotun | 29 Ikotun/Idimu Road, Ikotun | 6.5530, 3.2690
abuja | Utako | I.V.W. Osisiogu Street, Utako District | 9.0690, 7.4410
abuja | Jabi | Ahmadu Bello Way by Jabi Motor Park Road | 9.0670, 7.4250
abuja | Zuba | Market Space 206, Zuba | 9.0950, 7.2130
abuja | Mararaba | Abacha Road Junction, Abuja–Keffi Road | 9.0300, 7.5950
abuja | Kubwa | Gado Nasko Way, Kubwa | 9.1530, 7.3290
abuja | Gwagwalada | Abuja–Lokoja Road, Gwagwalada | 8.9420, 7.0830
ibadan | Challenge | Challenge Roundabout, Lagos Road | 7.3600, 3.8750
ibadan | Iwo Road | Iwo Road Interchange | 7.3920, 3.9380
ibadan | Ojoo | Ojoo Junction, Oyo Road | 7.4520, 3.9000
ibadan | Dugbe | Dugbe Central, Cocoa House Road | 7.3880, 3.8960
port-harcourt | Waterlines | Aba Road, Waterlines | 4.8210, 7.0150
port-harcourt | Bori Camp | 228 Aba Road, by Bori Camp | 4.8500, 7.0230
port-harcourt | Mile 1 Diobu | Ikwerre Road, Diobu | 4.7930, 6.9980
port-harcourt | Eleme Junction | East–West Road, Eleme Junction | 4.8450, 7.0830
port-harcourt | Rumuokoro | Rumuokoro Roundabout | 4.8670, 6.9980
enugu | Holy Ghost | Market Road, Ogui | 6.4400, 7.4930
enugu | Old Park | Okpara Avenue, Ogbete | 6.4440, 7.5020
enugu | Gariki | Agbani Road, Gariki | 6.4150, 7.5100
nsukka | Nsukka Main Park | 64 Owerrani, Enugu Road | 6.8570, 7.3960
onitsha | Upper Iweka | 166 Port Harcourt Road, Upper Iweka | 6.1360, 6.7930
onitsha | DMGS | 2 Awka Road, DMGS Junction | 6.1500, 6.7900
asaba | Head Bridge | Asaba–Onitsha Expressway, by the Niger Bridge | 6.1570, 6.7480
asaba | Summit Junction | Summit Road, off Benin Expressway | 6.2030, 6.7070
awka | Unizik Junction | Enugu–Onitsha Expressway, Unizik Junction | 6.2420, 7.1150
nnewi | Ibeto Road | 2 Ibeto Road | 6.0150, 6.9150
owerri | Relief Road | 31 Relief Road, off Egbu Road | 5.4800, 7.0480
owerri | Egbu Road | 15 Egbu Road | 5.4830, 7.0420
orlu | Orlu Main Park | Bank Road, by the International Market | 5.7960, 7.0350
aba | Asa Road | 5 Asa Road | 5.1100, 7.3700
aba | Milverton Avenue | Milverton Avenue park strip | 5.1150, 7.3620
umuahia | Ohia New Park | New Central Park, Ohia, Enugu–Port Harcourt Expressway | 5.5000, 7.4700
uyo | Itam | Opposite Timber Market, Itam | 5.0500, 7.8800
eket | Eket Main Park | Marina Road | 4.6420, 7.9240
ikot-ekpene | Ikot Ekpene Park | Aba Road | 5.1800, 7.7140
calabar | Marian Road | 29 Ndidem Usang Iso Road | 4.9700, 8.3400
calabar | Eta Agbor | Eta Agbor Road, by Etta Agbor Layout | 4.9550, 8.3490
yenagoa | Kpansia | INEC Junction, Kpansia | 4.9300, 6.3100
warri | Airport Junction | 138 Effurun–Sapele Road, Effurun | 5.5500, 5.7800
warri | Enerhen | Enerhen Junction | 5.5280, 5.7690
benin-city | Uselu | 202B Lagos Road, Uselu | 6.3800, 5.6100
benin-city | Akpakpava | 12 Akpakpava Street | 6.3400, 5.6300
benin-city | Ramat Park | 42 Benin–Agbor Road, Ikpoba Hill | 6.3530, 5.6680
auchi | Auchi Poly Park | Opposite Auchi Polytechnic | 7.0500, 6.2700
ekpoma | Ekpoma Main Park | Benin–Auchi Road | 6.7430, 6.1400
abakaliki | Central Park | Opposite International Market | 6.3230, 8.1120
kaduna | Mando | Lagos Garage, Mando | 10.5900, 7.4400
kaduna | Kawo | Kawo Motor Park, Ali Akilu Road | 10.5760, 7.4520
kaduna | Television | Television Garage, Kachia Road | 10.4560, 7.4190
kano | Naibawa | Naibawa Central Park, Zaria Road | 11.9500, 8.5320
kano | Unguwa Uku | Unguwa Uku Park, Zaria Road | 11.9640, 8.5480
kano | Sabon Gari | New Road, Sabon Gari | 12.0120, 8.5170
kano | Mariri | Mariri Park, Maiduguri Road | 11.9450, 8.6160
zaria | Kwangila | Sokoto Road, by Sabon Gari | 11.1150, 7.7150
jos | Angwan Soya | Zaria Road bypass, opposite Bingham Teaching Hospital | 9.9420, 8.8760
jos | Bauchi Road | Bauchi Road Park | 9.9500, 8.9000
jos | Terminus | Terminus Market | 9.9290, 8.8920
ilorin | Emir Road | Emir Road | 8.4960, 4.5390
ilorin | Maraba | Maraba Park, Jebba Road | 8.5160, 4.5620
makurdi | Old Otukpo Road | Old Otukpo Road, High Level | 7.7250, 8.5300
lokoja | Adankolo | IBB Way, Adankolo | 7.8100, 6.7390
minna | Farm Centre | Farm Centre, Tunga | 9.5960, 6.5500
lafia | Jos Road | Jos Road Park | 8.5040, 8.5230
yola | Bekaji Plaza | Bekaji, Jimeta | 9.2610, 12.4420
yola | Jimeta Main Park | Jimeta | 9.2790, 12.4560
jalingo | Mile 6 | Mile 6, Yola Road | 8.9280, 11.3330
maiduguri | Muna Garage | Jos Road | 11.8260, 13.0900
damaturu | Gashua Road | Gashua Road | 11.7560, 11.9690
gombe | Ashaka Road | Ashaka Road | 10.3040, 11.1720
bauchi | Yandoka Road | Yandoka Road | 10.3120, 9.8410
sokoto | Gawon Nama | Gawon Nama | 13.0480, 5.2360
birnin-kebbi | Ahmadu Bello Way | Ahmadu Bello Way | 12.4530, 4.1990
katsina | Kiddies Roundabout | Kiddies Roundabout | 12.9860, 7.6110
dutse | Government House | Government House Roundabout | 11.7100, 9.3400
akure | Oyemekun Road | Oyemekun Road | 7.2560, 5.1950
ado-ekiti | Ajilosun | Ikere Road, Ajilosun | 7.6060, 5.2270
osogbo | Ogo-Oluwa | Gbongan Road, Ogo-Oluwa | 7.7690, 4.5280
ile-ife | Mayfair | Mayfair Roundabout | 7.4860, 4.5480
abeokuta | Ita-Eko | Ita-Eko | 7.1450, 3.3500
abeokuta | Kuto | Kuto Motor Park | 7.1330, 3.3480
ijebu-ode | Ibadan Road | Ibadan Road Garage | 6.8330, 3.9170`
  .trim()
  .split('\n')
  .map((line) => {
    const [city = '', name = '', address = '', where = ''] = line.split(' | ')
    const [latitude = 0, longitude = 0] = where.split(', ').map(Number)
    return { city, name, address, latitude, longitude }
  })
