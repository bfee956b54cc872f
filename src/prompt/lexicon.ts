/** What the rules know of a prompt, in both languages at once: a mixed prompt is read whole. */

/** `zh` without boundaries, `en` as whole words (not by `\b`, to which the é of café is no letter). */
function words(zh: string, en: string): RegExp {
  return new RegExp(`${zh}|(?<![a-zà-ÿ])(?:${en})(?![a-zà-ÿ])`, 'iu')
}

/** Every form of regular English verbs; irregular ones are written out. */
function verbs(list: string): string {
  const forms = list.split(' ').map((verb) => {
    if (verb.endsWith('e')) return `${verb.slice(0, -1)}(?:e|es|ed|ing)`
    if (/[^aeou]y$/.test(verb)) return `${verb.slice(0, -1)}(?:y|ies|ied|ying)`
    return `${verb}(?:s|es|ed|ing|${verb.slice(-1)}ing|${verb.slice(-1)}ed)?`
  })
  return forms.join('|')
}

/** Things a shot can be about; the one that is named first is the subject. */
export const SUBJECTS = {
  armoured: words(
    '宇航员|航天员|骑士|武士|机甲战士|潜水员|消防员',
    'astronauts?|cosmonauts?|knights?|samurai|divers?|firefighters?|storm ?troopers?',
  ),
  person: words(
    '女孩|男孩|女人|男人|女子|男子|女士|先生|少女|少年|姑娘|小伙子?|老人|老者|奶奶|爷爷|母亲|父亲|妈妈|爸爸|孩子|小孩|儿童|婴儿|宝宝|' +
      '新娘|新郎|舞者|舞女|厨师|战士|侠客|剑客|刺客|士兵|侦探|医生|护士|老师|学生|工匠|匠人|渔夫|渔民|农民|僧人|和尚|道士|仙女|公主|王子|' +
      '国王|女王|女巫|巫师|演员|歌手|乐手|钢琴家|画家|模特|运动员|拳击手|滑雪者|冲浪者|骑手|牛仔|海盗|主角|女主|男主|一个人|美女|帅哥|[她他](?!们)',
    '(?:man|woman|girl|boy|child|kid|baby|toddler|person|figure|dancer|ballerina|chef|warrior|soldier|detective|lady|gentleman|guy|' +
      'actor|actress|singer|musician|pianist|violinist|guitarist|painter|artist|fisherman|farmer|monk|nun|nurse|doctor|teacher|student|' +
      'surfer|skateboarder|skier|runner|boxer|athlete|cyclist|rider|cowboy|pirate|king|queen|prince|princess|witch|wizard|bride|groom|' +
      'mother|father|grandmother|grandfather|grandma|grandpa|hero|heroine|blacksmith|craftsman|barista)s?|s?he',
  ),
  people: words(
    '情侣|夫妻|团队|同事|一群人|恋人|人群|众人|行人|路人|观众|一家人|两人|两个人|三个人|几个人|孩子们|人们|[她他]们',
    'men|women|children|people|couple|lovers|crowds?|friends|family|commuters|pedestrians|they',
  ),
  predator: words(
    '老虎|猛虎|狮子|雄狮|猎豹|雪豹|豹子|北极熊|棕熊|黑熊|孤狼|狼群|狼',
    'tigers?|lions?|lioness|leopards?|cheetahs?|panthers?|polar bears?|grizzly|bears?|wolf|wolves',
  ),
  winged: words(
    '猫头鹰|老鹰|雄鹰|鹰|飞鸟|小鸟|鸟群|海鸥|鸟(?!瞰)|燕子|天鹅|白鹤|仙鹤|鹤|蝴蝶|蜻蜓|蜜蜂|凤凰|孔雀',
    'birds?|eagles?|owls?|swans?|seagulls?|gulls?|parrots?|peacocks?|butterfly|butterflies|dragonfly|bees?|hummingbirds?|ravens?|crows?|phoenix',
  ),
  swimming: words(
    '蓝鲸|座头鲸|鲸鱼|鲸|海豚|鲨鱼|海龟|水母|金鱼|锦鲤|鱼群|鱼(?!缸)|章鱼',
    'whales?|dolphins?|sharks?|turtles?|jellyfish|fish|koi|octopus|manta rays?',
  ),
  scaled: words(
    '巨龙|恐龙|霸王龙|龙(?!卷|头|虾|井)|蛇|鳄鱼|大象|犀牛',
    'dragons?|dinosaurs?|t-rex|snakes?|lizards?|crocodiles?|elephants?|rhinos?',
  ),
  furred: words(
    '熊猫|小猫|猫咪|黑猫|白猫|橘猫|猫|小狗|狗狗|金毛|柴犬|狗|骏马|白马|黑马|野马|马群|马匹|狐狸|小鹿|鹿|兔子|小兔|松鼠|猴子|企鹅|绵羊|山羊|羊群|刺猬',
    'cats?|kittens?|dogs?|puppy|puppies|corgi|horses?|stallion|fox|foxes|pandas?|deer|fawn|rabbits?|bunny|squirrels?|monkeys?|penguins?|sheep|goats?|hedgehogs?|otters?|raccoons?',
  ),
  machine: words('机器人|机甲|机械臂|赛博格', 'robots?|androids?|mechs?|cyborgs?|machines?'),
  air: words(
    '宇宙飞船|飞船|飞机|战斗机|直升机|火箭|空间站|热气球',
    'spaceships?|spacecraft|starships?|rockets?|airplanes?|planes?|aircraft|jets?|helicopters?|hot air balloons?',
  ),
  boat: words('帆船|渔船|轮船|小船|小舟|木船|游艇|扁舟|船', 'boats?|ships?|sailboats?|yachts?|canoes?|gondolas?'),
  land: words(
    '跑车|赛车|汽车|轿车|越野车|卡车|出租车|摩托车|摩托|自行车|单车|火车|列车|高铁|地铁(?!站)|电车|公交车|老爷车',
    '(?:sports |race |racing |vintage )?cars?|trucks?|taxis?|trains?|motorcycles?|motorbikes?|bicycles?|bikes?|bus|trams?|convertible',
  ),
  drink: words(
    '咖啡(?!馆|店|厅|色|桌)|拿铁|奶茶|热茶|清茶|茶杯|一杯茶|茶汤|鸡尾酒|红酒|威士忌|啤酒',
    'coffee(?! shop| house| table)|espresso|latte|tea(?! house)|cocktails?|wine|whisk(?:e)?y|beer',
  ),
  food: words(
    '拉面|面条|火锅|牛排|寿司|蛋糕|面包(?!店)|巧克力|冰淇淋|水果|草莓|饺子|烤肉|汉堡|披萨|美食|菜肴|煎蛋',
    'ramen|noodles|steak|sushi|cakes?|bread|chocolate|ice cream|fruits?|strawberr(?:y|ies)|dumplings?|burgers?|pizza|pancakes?|dish|food',
  ),
  product: words(
    '手表|腕表|香水|口红|护肤品|精华液|耳机|手机|球鞋|运动鞋|珠宝|项链|戒指|产品|瓶身|包装盒',
    '(?:an? |the )?(?:luxury |mechanical |gold |silver )watch|an? watch|wristwatch|perfume|lipstick|headphones|smartphone|sneakers?|jewelry|necklace|products?|bottle|packaging',
  ),
} as const

/** Where, when, how: any number of them holds. */
export const CIRCUMSTANCES = {
  city: words(
    '城市|都市|街道|街头|街角|街上|长街|小巷|巷子|巷弄|高楼|大厦|摩天|夜市|天际线|霓虹|十字路口|老城|古镇|市集|集市',
    'city|cityscape|streets?|alleys?|alleyway|skyline|skyscrapers?|downtown|neon|market|crosswalk|intersection|rooftops?|town',
  ),
  nature: words(
    '山(?!寨|羊)|大海|海边|海面|海浪|海岸|海滩|沙滩|海洋|海上|湖|河|江面|江上|溪|瀑布|森林|树林|竹林|草原|草地|沙漠|沙丘|雪原|冰川|云海|星空|田野|麦田|稻田|花海|花田|峡谷|悬崖|海岛|极光|樱花|荷塘|火山|雨林',
    'mountains?|sea|ocean|lakes?|rivers?|streams?|waterfalls?|forests?|woods|jungle|bamboo|meadows?|grassland|prairie|desert|dunes?|glaciers?|' +
      'tundra|canyons?|cliffs?|islands?|valleys?|fields?|aurora|volcano(?:es)?|coast|shore|beach|hills?|savanna|rainforest',
  ),
  water: words(
    '大海|海边|海面|海浪|海岸|海滩|海洋|海上|湖|河|江面|江上|溪|瀑布|荷塘|池塘',
    'sea|ocean|lakes?|rivers?|streams?|waterfalls?|coast|shore|beach|pond|waves?',
  ),
  green: words(
    '森林|树林|竹林|草原|草地|田野|麦田|稻田|花海|花田|樱花|雨林|花园',
    'forests?|woods|jungle|bamboo|meadows?|grassland|prairie|fields?|savanna|rainforest|garden|trees?',
  ),
  desert: words('沙漠|沙丘|戈壁', 'deserts?|dunes?'),
  night: words(
    '夜(?!莺)|午夜|月光|月色|月亮|明月|星空|霓虹|萤火|烟花',
    'nights?|midnight|moonlit|moonlight|moon|starry|nocturnal|neon|fireflies|fireworks',
  ),
  dusk: words(
    '黄昏|傍晚|日落|夕阳|晚霞|暮色|黄金时刻|落日|余晖',
    'dusk|sunset|golden hour|twilight|evening|sundown|setting sun',
  ),
  dawn: words('清晨|黎明|日出|晨曦|朝阳|破晓|晨雾|早晨|拂晓|晨光', 'dawn|sunrise|morning|daybreak'),
  changing: words(
    '从[^，。]{1,6}到(?:深夜|夜|黄昏|日落|傍晚|清晨|天亮)|延时|昼夜',
    'time-?lapse|day to night|dawn to dusk|sunrise to sunset',
  ),
  underwater: words(
    '水下|海底|深海|水中|潜水',
    'underwater|deep sea|seabed|(?:beneath|under) the (?:waves|surface|ice)|coral reefs?|ocean floor|scuba',
  ),
  space: words(
    '太空|外太空|宇宙(?!飞船)|失重',
    'outer space|in space|spacewalk|space station|galaxy|cosmos|nebula|zero gravity',
  ),
  planet: words('火星|月球|月面|外星|星球表面', 'mars|martian|lunar|moon surface|surface of the moon|alien planet'),
  stage: words('舞台|演唱会|音乐节', 'on stage|stage|concert|theat(?:er|re)'),
  studio: words(
    '影棚|摄影棚|纯色背景|白色背景|黑色背景|纯白背景',
    'photo studio|(?:plain|white|black|seamless) (?:background|backdrop)',
  ),
  indoor: words(
    '室内|房间|屋内|屋里|卧室|厨房|客厅|书房|窗边|窗前|窗台|窗外|咖啡馆|咖啡店|咖啡厅|餐厅|酒吧|茶馆|教室|图书馆|办公室|工作室|画室|实验室|车厢|走廊|教堂|博物馆|健身房|地铁站|书店|仓库|工坊|作坊|书桌|木桌|桌上',
    'indoors?|room|bedroom|kitchen|living room|studio|caf[eé]|coffee shop|restaurant|bar|classroom|library|office|laboratory|lab|' +
      'hallway|corridor|church|cathedral|museum|gym|workshop|forge|warehouse|subway station|hospital|tunnel|windowsill|window|desk|table|bookshop|attic',
  ),
  rain: words('雨(?!林)', 'rain|rainy|raining|rainfall|rain-soaked|drizzle|downpour|thunderstorm'),
  snow: words('雪(?!白|糕|茄)', 'snow|snowy|snowing|snowfall|snow-covered|blizzard|snowflakes?'),
  snowing: words('下雪|飘雪|雪花|大雪|小雪|风雪|落雪|雪夜|初雪', 'snowing|snowfall|snowflakes?|blizzard|falling snow'),
  fog: words('雾|云海', 'fog|foggy|mist|misty|haze'),
  hearth: words('篝火|壁炉|炉火|炉边|烛|蜡烛|灯笼', 'campfire|bonfire|fireplace|hearth|candles?|candlelit|lanterns?'),
  fire: words('火焰|烈火|火海|火光|燃烧|战火|岩浆|熔岩', 'flames?|fire|burning|blaze|inferno|lava'),
  animation: words(
    '动画|动漫|二次元|卡通|吉卜力|皮克斯',
    'anime|animated|animation|cartoon|ghibli|pixar|cel-shaded|manga',
  ),
  painted: words(
    '水墨|国画|油画|水彩|工笔|版画',
    'ink wash|ink painting|watercolou?r|oil painting|painterly|gouache|woodblock',
  ),
  crafted: words(
    '粘土|黏土|定格|剪纸|积木|乐高|毛毡|折纸',
    'claymation|clay|stop[- ]motion|paper[- ]?cut|lego|felt|origami',
  ),
  pixel: words('像素|体素|低多边形', 'pixel art|8-bit|16-bit|voxel|low[- ]poly'),
  mono: words('黑白|单色', 'black[- ]and[- ]white|monochrome|noir'),
  fast: words(
    '奔跑|飞奔|狂奔|疾驰|飞驰|追逐|追赶|爆炸|打斗|战斗|搏斗|厮杀|冲刺|冲浪|奔腾|逃跑|俯冲|疾行|急速',
    `${verbs('sprint chase race explode fight gallop dash hurtle speed surf skateboard battle charge')}|running|runs|ran|chase|parkour`,
  ),
  fight: words('打斗|战斗|搏斗|厮杀|对决|比武|过招', verbs('fight battle duel spar')),
  calm: words(
    '安静|宁静|静静|缓缓|慢慢|轻轻|沉睡|熟睡|冥想|悠闲|恬静|寂静',
    `quiet(?:ly)?|calm(?:ly)?|asleep|gently|slowly|peaceful(?:ly)?|serene|tranquil|${verbs('sleep meditate doze')}`,
  ),
  walking: words('走(?!廊)|漫步|散步|骑|徒步|穿行', verbs('walk stroll wander hike march ride cycle')),
  asleep: words('沉睡|熟睡|睡着|睡觉|打盹|入睡', `asleep|curled up|${verbs('sleep nap doze')}`),
  festive: words(
    '夜市|集市|庙会|市集|熙攘|熙熙攘攘|节日|派对|狂欢|热闹|烟花',
    'festival|party|parade|carnival|market|bustling|celebration|fireworks',
  ),
  playful: words('笑|嬉戏|打雪仗|玩耍|欢呼|雀跃', `giggl\\w+|snowball fight|playing|${verbs('laugh cheer')}`),
  dark: words('恐怖|惊悚|诡异|悬疑|阴森', 'horror|eerie|ominous|haunted|haunting|thriller|creepy'),
  empty: words('空无一人|空荡|无人(?!机)|废弃|荒废|荒凉', 'empty|deserted|abandoned|desolate'),
  old: words(
    '古镇|古城|老城|古代|古风|江湖|武侠|唐朝|宋朝|大唐|中世纪|宫廷',
    'old town|medieval|ancient|feudal|victorian|edo|renaissance',
  ),
  aerial: words('航拍|俯瞰|鸟瞰|无人机', "aerial|drone|bird'?s?[- ]eye"),
  close: words('特写|微距|近景', 'close[- ]?ups?|macro'),
  pov: words('主观视角|第一人称|第一视角', 'pov|first[- ]person|point of view'),
} as const

/** What a film person would look for; found means that the author has decided it. */
export const ASPECTS = {
  shot: words(
    '特写|近景|中景|远景|全景|俯拍|仰拍|仰视|俯视|平视|航拍|俯瞰|鸟瞰|过肩|主观视角|第一人称|第一视角|微距|广角|长焦|机位|[高低]角度|景深',
    'close[- ]?ups?|(?:wide|medium|long|full|establishing|two|extreme|master|low|high|tracking|dolly|macro)(?:[- ](?:wide|close|angle|long))?[- ](?:shots?|angle|lens|view)|' +
      "aerial|drone|bird'?s?[- ]eye|over[- ]the[- ]shoulder|pov|first[- ]person|point of view|macro|eye[- ]level|low[- ]angle|high[- ]angle|wide[- ]angle|telephoto|shallow focus|depth of field",
  ),
  movement: words(
    '镜头[^，。；,;.]{0,10}[推拉摇移跟升降滑漂环绕]|推镜|推近|拉远|摇镜|横移|跟拍|跟镜|环绕|升降|手持|固定(?:镜头|机位|拍摄)|静止(?:镜头|机位)|(?:镜头|机位)[^，。]{0,6}(?:固定|静止|不动)|定镜|运镜|一镜到底|变焦|斯坦尼康|甩镜|画面随步伐',
    'doll(?:y|ies)|pans|panning|pan (?:left|right|up|down|across|to|over)|tilt(?:s|ing)?(?: up| down)|tracking|track(?:s|ing)? (?:along|with|beside|shot)|push(?:es|ing)?[- ]in|pull(?:s|ing)?[- ](?:back|out)|' +
      'orbit(?:s|ing)?|crane (?:shot|up|down)|hand-?held|static (?:camera|shot|frame)|locked[- ](?:off|down)|fixed camera|steadicam|zoom(?:s|ing)?|gimbal|one[- ]take|single take|no camera movement|' +
      'camera (?:slowly |gently |steadily )?(?:push|pull|move|glide|follow|fly|flies|drift|circle|rise|rising|descend|track|float|sway|ride|stay|creep|sweep)\\w*',
  ),
  light: words(
    '光线|布光|[打逆侧顶柔硬背射]光|自然光|光自|阳光|日光|月光|星光|灯光|烛光|火光|霓虹|光影|光柱|光束|晨光|晨曦|余晖|天光|微光|冷光|暖光|轮廓光|剪影|明暗|反光板|丁达尔|路灯|街灯|台灯',
    '(?:back|rim|side|soft|hard|sun|moon|candle|fire|lamp|star|day|street|spot|key|top|under)[- ]?(?:light|lit|lights|lighting)|light|lights|lighting|lit|neon|silhouettes?|sunbeams?|sunshine|sunny|chiaroscuro|god rays|glow|glows|glowing|golden hour|shadows?',
  ),
  motion: words(
    '走(?!廊)|跑(?!车|道)|跳|飞(?!船|机|碟)|奔|跃|盘旋|翱翔|苏醒|醒来|开会|讨论|聊天|抚琴|起舞|跳舞|舞动|舞剑|挥|游(?!戏|艇|客)|骑(?!士|手)|旋转|转身|转头|回头|抬头|抬手|低头|举起|站起|起身|坐下|落下|飘|流动|流过|流淌|涌|翻|摇曳|摇晃|摇摆|晃动|滚|升起|升腾|驶|穿过|穿行|掠过|追|喝|吃|微笑|大笑|笑着|哭|唱|弹|绘|画画|作画|(?<!特|描)写(?!实|真)|切菜|切开|炒|煮|搅|倒入|倾|伸|爬|滑(?!雪场)|冲(?!击力)|摆|眨|绽放|盛开|燃烧|爆炸|闪烁|融化|起伏|呼吸|颤|袅袅|往来|移动|转动|开合|前行|推移|敲打|锻打|融入|拥抱|打斗|战斗|动态|揉|编织|缝补|点烟|抽烟|点燃|巡游|热气|蒸汽|腾腾|打雪仗|嬉戏|玩耍',
    `${verbs('walk run jump leap fly dance swim ride turn spin wave lift reach smile laugh cry sing play cook pour stir chop climb slide dash rush chase float drift flow swirl roll rise drive sail gallop race explode burn bloom melt shake nod blink breathe move drink eat hug kiss throw catch kick punch fight surf skate ski crawl march stroll wander glide hover knit stretch sway flutter ripple shimmer splash hurtle soar sprint hammer pass carry pull push fall sip curl twitch stream swish ease race crash mend sew weave bake fold lick yawn sweep rotate drip bubble sizzle steam tumble scatter soar')}|` +
      'ran|flew|flying|rose|risen|swam|rode|drove|fell|falling|sang|ate|threw|caught|slid|writes|writing|landing|circling|blooming',
  ),
  atmosphere: words(
    '氛围|气氛|情绪|气质|基调|宁静|静谧|温馨|温暖|神秘|紧张|浪漫|忧伤|忧郁|史诗|治愈|孤独|孤寂|梦幻|欢快|欢乐|压抑|诡异|恐怖|惊悚|悬疑|热血|唯美|怀旧|空灵|肃穆|庄严|悲壮|喜庆|热闹|安静|寂静|恬静|赛博朋克|电影感|未来感',
    'mood|moody|atmospher(?:e|ic)|tone|serene|serenity|peaceful|tranquil|co[sz]y|mysterious|tense|tension|suspense(?:ful)?|romantic|melanchol(?:y|ic)|epic|dreamy|dreamlike|lonely|solitary|joyful|cheerful|ominous|eerie|haunting|nostalgic|whimsical|majestic|dramatic|gritty|horror|hopeful|intimate|playful|cyberpunk|cinematic|quiet|calm|lively|desolate|fierce|forceful',
  ),
  detail: words(
    '细节|质感|纹理|清晰|锐利|一致|连贯|毛孔|颗粒感|高清|4k|8k',
    'details?|detailed|textures?|textured|crisp|grain|intricate|sharp|consistent|photorealistic|hyper-?realistic|4k|8k',
  ),
} as const

/** Several shots in one prompt: the author is directing, and each has its own camera and light. */
export const SHOT_LIST = new RegExp(
  '镜头\\s*[一二三四五1-9]|分镜|第[一二三四]个?镜头|切到|切至|切换|转场|蒙太奇|\\d\\s*[-–—~～到至]\\s*\\d+\\s*(?:秒|s\\b|sec)|' +
    '\\b(?:shot|scene) (?:\\d|one|two)|\\bcuts? to\\b|\\bmontage\\b',
  'iu',
)

/** What a prompt rules out, and what is said or written in it, is not what it shows. */
export const NOT_SHOWN =
  /(?:没有|不要|不含|不出现|避免)[^，。；、,.;\s]{1,12}|\b(?:no|without|never|avoid) [^,.;，。]{1,30}|[“"「『《][^”"」』》]{0,200}[”"」』》]/giu
