-- Records what a payment company has given back of a payment without our order, by the company's id of that refund.
-- p_amount_kobo: the refunded sum, 0 for a refund that failed. A top-up is taken back from its wallet. For any other
-- payable the ledger keeps the sum until a refund is set off against it (`cover_refund`), and what we had refunded into
-- a wallet is taken back (`take_back_doubled`). Open disputes then hold at most what is left of the payment. Returns
-- the row, or null if nothing has changed.
create or replace function record_outside_refund(p_payment uuid, p_company_id text, p_amount_kobo bigint) returns uuid
language plpgsql as $$
declare
  pay payment%rowtype;
  known outside_refund%rowtype;
  change bigint;
  takes_back text;
  is_taken boolean := false;
  journal text;
  ref text;
begin
  select * into strict pay from payment where id = p_payment for update;
  if p_amount_kobo > 0 then
    insert into outside_refund (provider, provider_id, payment_id, amount_kobo) values (pay.provider, p_company_id, pay.id, 0)
      on conflict (provider, provider_id) do nothing;
  end if;
  select * into known from outside_refund
    where provider = pay.provider and provider_id = p_company_id and payment_id = pay.id for update;
  change := p_amount_kobo - known.amount_kobo;
  if change is null or change = 0 then return null; end if;
  update outside_refund set amount_kobo = p_amount_kobo, postings = postings + 1, seen_at = null where id = known.id;
  journal := 'outside:' || known.id;
  ref := journal || ':' || known.postings;
  select k.takes_back into takes_back from payable join payable_kind k using (kind) where id = pay.payable_id;
  if takes_back is not null and pay.outcome = 'credited' then
    execute format('select %I($1, $2, $3, $4)', takes_back) into is_taken using pay, change, ref, journal;
  end if;
  if not is_taken then
    update payment set outside_kobo = outside_kobo + change where id = pay.id;
    if change > 0 then
      perform post_transfer(ref, journal, account_of('outside_refund', pay.id::text), account_of('psp_clearing', pay.provider),
        change, 'outside', pay.payable_id);
    else
      perform post_transfer(ref, journal, account_of('psp_clearing', pay.provider), account_of('outside_refund', pay.id::text),
        -change, 'outside', pay.payable_id);
    end if;
    perform take_back_doubled(pay.id);
  end if;
  perform hold_disputed(pay.id);
  return known.id;
end $$;
