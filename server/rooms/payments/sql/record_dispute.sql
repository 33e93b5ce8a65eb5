-- Records what a payment company says of a dispute, by its id of it. p_state: open | lost | won, and it may change
-- in any direction, since banks reopen disputes. While open, its sum is held: nothing of the payment is refunded,
-- and a top-up's wallet cannot spend it. A lost one counts as money that the company gave back
-- (`record_outside_refund`), as far as its refunds do not cover it already. Returns the row, or null if nothing has
-- changed.
create or replace function record_dispute(
  p_payment uuid, p_company_id text, p_amount_kobo bigint, p_state text, p_said text, p_due_at timestamptz
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  known dispute%rowtype;
  amount constant bigint := p_amount_kobo;
  held bigint;
  withholds text;
  given bigint;
begin
  select * into strict pay from payment where id = p_payment for update;
  insert into dispute (provider, provider_id, payment_id, amount_kobo, state, said, due_at)
    values (pay.provider, p_company_id, pay.id, 0, 'open', '', p_due_at) on conflict (provider, provider_id) do nothing;
  select * into known from dispute
    where provider = pay.provider and provider_id = p_company_id and payment_id = pay.id for update;
  if known.id is null then return null; end if;
  if p_state = 'lost' then
    select coalesce(sum(o.amount_kobo), 0) + (
        select coalesce(sum(r.amount_kobo), 0) from refund r join payment share on share.id = r.payment_id
        where pay.id in (share.id, share.part_of) and r.destination = 'source' and r.state in ('submitted', 'succeeded') and not r.by_hand)
      into given from outside_refund o where o.payment_id = pay.id and o.provider_id <> 'dispute:' || p_company_id;
  end if;
  update dispute set amount_kobo = amount, state = p_state, said = p_said, due_at = coalesce(p_due_at, due_at),
    decided_at = case when p_state = 'open' then null when state = p_state then decided_at else now() end
    where id = known.id;
  select coalesce(sum(amount_kobo), 0) into held from dispute where payment_id = pay.id and state = 'open';
  if held <> pay.disputed_kobo then
    update payment set disputed_kobo = held where id = pay.id;
    select k.withholds into withholds from payable join payable_kind k using (kind) where id = pay.payable_id;
    if withholds is not null and pay.outcome = 'credited' then
      execute format('select %I($1, $2)', withholds) using pay, held;
    end if;
  end if;
  perform record_outside_refund(pay.id, 'dispute:' || p_company_id,
    case when p_state = 'lost' then greatest(0, least(amount, pay.paid_kobo - given)) else 0 end);
  if (known.amount_kobo, known.state, known.said) is not distinct from (amount, p_state, p_said)
    and (p_due_at is null or known.due_at is not distinct from p_due_at)
  then return null; end if;
  return known.id;
end $$;
