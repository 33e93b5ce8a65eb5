-- Moves p_amount_kobo of the money for a payable to one of its parts, as new payments of that part, money of a payment
-- company first. The part is then settled, or refunded whole after paid_late or paid_twice.
create or replace function pass_money_to_part(p_whole uuid, p_part uuid, p_amount_kobo bigint, p_came_of text) returns void
language plpgsql as $$
declare
  pay payment%rowtype;
  rest bigint := p_amount_kobo;
  take bigint;
  made uuid[] := '{}';
  kind_of payable_kind%rowtype;
begin
  for pay in select * from payment where payable_id = p_whole and status = 'succeeded' and outcome = 'none'
    order by provider = 'wallet', settled_at, id for update
  loop
    take := least(rest, pay.paid_kobo - (select coalesce(sum(paid_kobo), 0) from payment where part_of = pay.id));
    continue when take <= 0;
    made := made || gen_random_uuid();
    insert into payment (id, reference, payable_id, person_id, provider, channel, amount_kobo, status, paid_kobo,
        provider_id, part_of, expires_at, settled_at, next_check_at)
      values (made[cardinality(made)], pay.reference || '.' || p_part, p_part, pay.person_id, pay.provider, pay.channel,
        take, 'succeeded', take, pay.provider_id, pay.id, now(), now(), 'infinity');
    perform post_transfer('charge:' || pay.reference || '.' || p_part, 'charge:' || pay.reference || '.' || p_part,
      account_of('customer_prepaid', p_whole::text), account_of('customer_prepaid', p_part::text), take, 'part', p_part);
    rest := rest - take;
  end loop;
  if rest > 0 then raise exception '% has % kobo less than its part %', p_whole, rest, p_part; end if;
  select k.* into strict kind_of from payable join payable_kind k using (kind) where id = p_part;
  if p_came_of in ('paid_late', 'paid_twice') then
    perform buy_or_refund_payable(kind_of, p_part, p_amount_kobo, made, p_came_of, '{}');
    return;
  end if;
  update payment set outcome = p_came_of where id = any (made);
  perform settle(kind_of, p_part);
end $$;
