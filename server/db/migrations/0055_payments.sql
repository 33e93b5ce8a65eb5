-- `pay_refunds_at_counter` gets another parameter.
drop function if exists pay_refunds_at_counter(uuid, uuid);
