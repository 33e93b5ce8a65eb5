-- A business answers a review by whoever asked for its listing; nothing of them is kept beside the answer.
alter table review
  drop constraint operators_answer,
  add constraint parks_do_not_answer check (answer is null or motor_park_id is null),
  drop constraint answered_once,
  add constraint answered_once check (
    num_nonnulls(answer, answered_at) in (0, 2)
    and num_nonnulls(answer_key_id, answer_member_id)
      = case when business_id is null then num_nonnulls(answer) else 0 end);
