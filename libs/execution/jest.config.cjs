module.exports = { displayName: 'execution', preset: '../../jest.preset.cjs' };
