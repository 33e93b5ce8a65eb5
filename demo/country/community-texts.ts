/*
 * Posts of the demo: group | author's number | hours ago | text. `>` begins an answer to the post above it. All are
 * invented.
 */
export const postTexts = `
road-lagos-ibadan | 1 | 3 | Long queue before Mowe inbound, two lanes closed for the bridge works. We lost 40 minutes at 7 am.
> 2 | 2 | It was free again at 9. Keep left after the toll plaza.
> 3 | 2 | Thank you, I left Ibadan at 10 and had no wait.
road-lagos-ibadan | 4 | 27 | Which buses drop at Ojodu Berger and not at Jibowu?
> 5 | 25 | Most with a stop at Berger say so on the ticket. Ask before you pay.
road-lagos-ibadan | 6 | 52 | Sagamu interchange is dark after 7 pm. Do not wait there alone.
road-lagos-benin | 7 | 5 | Bad portion after Ore, about 10 km. Drivers go slow, add an hour.
> 8 | 4 | Same yesterday. Our driver stopped at the big eatery before it, clean toilet.
road-lagos-benin | 9 | 30 | Six checkpoints between Ore and Benin today, all quick.
road-lagos-abuja | 10 | 8 | Lokoja at 2 pm, Abuja at 6. The road after Okene is smooth now.
> 11 | 7 | Which operator? Mine reached at 9 pm.
> 10 | 6 | The 6 am from Jibowu. The later ones arrive in the dark.
road-lagos-abuja | 12 | 46 | Flood water beside the road at Koton Karfe, but cars pass.
road-abuja-kaduna-kano | 13 | 4 | Travelled with the 7 am to Kano, patrol cars all along the way to Kaduna.
> 14 | 3 | Good to hear. Is the train faster these days?
> 13 | 2 | To Kaduna yes, if you get a ticket.
road-abuja-jos | 15 | 20 | Fog before Hawan Kibo at dawn, driver waited 30 minutes. Better safe.
road-enugu-onitsha | 16 | 6 | The new tar ends at Ugwuoba. From there to Awka it is rough.
> 17 | 5 | And market day at Awka, add 20 minutes.
road-enugu-port-harcourt | 18 | 15 | Okigwe to Umuahia is open both ways again.
road-east-west | 19 | 9 | Eleme junction stands still from 4 to 8 pm. Leave before 3.
road-benin-onitsha | 20 | 11 | Niger bridge: 25 minutes at noon, two hours at 5 pm.
> 21 | 10 | Sundays after church are the worst.
road-kano-maiduguri | 22 | 31 | Damaturu to Maiduguri closes at 5 pm. Buses that leave Kano after 8 sleep in Damaturu.
road-ilorin-ogbomoso | 23 | 13 | Ogbomoso bypass done, 20 minutes saved.
city-lagos | 24 | 2 | Is the toilet at Jibowu open at night?
> 25 | 1 | Yes, ask the attendant for the key. Bring tissue.
city-lagos | 26 | 22 | Safe and cheap room near Maza-Maza for one night?
> 27 | 20 | There are guest houses on the Festac side. Look at the room before you pay.
city-lagos | 28 | 40 | BRT from Oshodi to Jibowu takes 25 minutes before 6 am.
city-abuja | 29 | 7 | Utako or Jabi for Jos?
> 30 | 6 | Both, but Utako leaves on time.
city-abuja | 1 | 33 | Taxi from Utako to Kubwa, what do you pay?
> 2 | 31 | Shared cars at the gate cost a fraction of a drop.
city-port-harcourt | 3 | 12 | Waterlines park has a new shed, no more waiting in the rain.
city-kano | 4 | 17 | Where do buses to Sokoto leave now?
> 5 | 16 | New Road park, in front of the filling station.
city-enugu | 6 | 19 | Holy Ghost is full of touts in the morning. Walk straight to the counter.
city-ibadan | 7 | 24 | Challenge to Lagos every 30 minutes until 5 pm.
city-jos | 8 | 28 | Bring a jacket, it is 12 degrees at the park before 7.
city-owerri | 9 | 36 | New counter beside the control roundabout, card works.
city-benin-city | 10 | 44 | Ramat park: waybill counter closes at 6 pm.
city-calabar | 11 | 60 | December is near, book your seat to Calabar early.
campus-unn | 12 | 10 | Who goes from Nsukka to Lagos after exams on Friday? Let us take one bus.
> 13 | 9 | I and two friends. Sienna or Hiace?
> 12 | 8 | Hiace, it is cheaper for five.
campus-unilag | 14 | 26 | Resumption: arrive before Sunday evening, Yaba is blocked after 5.
campus-abu | 15 | 21 | From Samaru to Kaduna park, last keke at 7 pm.
campus-oau | 16 | 34 | Ife to Ilorin direct, does anybody run it?
> 17 | 32 | One bus at 7 am. Else change at Osogbo.
campus-ui | 18 | 48 | Student fare needs the ID card at the door, not a photo of it.
campus-uniben | 19 | 55 | Ekosodin gate to Ramat park in 20 minutes by keke.
camp-oy | 20 | 14 | Posted to Oyo! How do I get from Ibadan to Iseyin?
> 21 | 13 | Cars leave from Sango, about an hour and a half. Be at camp before 6.
> 22 | 11 | Four of us come from Onitsha together, join us.
camp-fc | 23 | 18 | Kubwa camp: which park is nearest?
> 24 | 17 | Zuba or Kubwa itself. From Jabi there are shared cars.
camp-kn | 25 | 29 | Karaye is far from Kano city. Sleep in Kano and go on in the morning.
camp-la | 26 | 37 | Iyana-Ipaja is easy, but the queue at the gate is long on the first day.
camp-pl | 27 | 43 | Mangu nights are cold, bring a blanket.
camp-yb | 28 | 50 | Did anybody hear where the Yobe camp is this time?
> 29 | 49 | Only the call-up letter knows. Do not travel before you have it.
camp-ak | 30 | 58 | From Lagos break the journey in Benin or Onitsha, it is too far for one day.
trade-fabrics | 1 | 16 | Waybill from Balogun to Onitsha: who is careful with cartons?
> 2 | 15 | Mark the weight on every side and take the insurance.
trade-phones | 3 | 23 | Never send phones without the insured waybill. Ask me how I know.
> 4 | 21 | Sorry o. Did they pay?
> 3 | 20 | Half of it, after three weeks.
trade-foodstuff | 5 | 35 | Tomatoes from Kano: the night bus with roof vents keeps them best.
trade-spare-parts | 6 | 41 | Ladipo to Aba in one day if you bring it before 5 am.
trade-health | 7 | 45 | Locum in Lokoja, where do nurses stay?
> 8 | 44 | The mission hospital has a hostel.
trade-teachers | 9 | 53 | Vacation starts on the 11th. Fares rise on the 12th, travel on the 10th.
trade-drivers | 10 | 38 | Rest two hours before a night run. A sharp driver is a live driver.
> 11 | 36 | Tell it to our manager.
`
