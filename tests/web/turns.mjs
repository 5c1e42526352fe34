// Whole turns on the page, as people with a finger or a keyboard take them.

// Taps a card that can do something, then its last target; where that stands for several choices, the first.
export async function touchTurn(page) {
  const answer = page.locator(".choices button.parry, .choices button.pass").first();
  if (await answer.isVisible()) return answer.tap();
  await page.locator(".hand button.card:not(.idle)").first().tap();
  await page.locator(".target").last().locator(".area").tap();
  // If the target stands for one choice only, it is sent now. Otherwise the page asks which of them.
  if (await page.evaluate(() => document.activeElement.matches(".choices button"))) await page.locator(".choices button").first().tap();
}

// The same with keys only: from the start of the page to a card, then to its first choice.
export async function keyTurn(page) {
  await page.evaluate(() => document.activeElement.blur());
  const until = async (selector) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((text) => document.activeElement.matches(text), selector)) return page.keyboard.press("Enter");
    }
    throw new Error(`no ${selector} by the keyboard`);
  };
  if (!(await page.locator("[data-key=choices] button").first().isVisible())) await until(".hand button.card:not(.idle)");
  await until("[data-key=choices] button");
}
